import type { Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";
import { scheduledEndpoint } from "../_shared/scheduled.ts";
import { sendPushes } from "./send.ts";

export function sendPushesHandler(environment: Environment): Handler {
  return scheduledEndpoint(environment, "VAPID_KEYS", environment.vapidKeys !== null, {
    pushes: (context) => sendPushes(context),
  });
}
