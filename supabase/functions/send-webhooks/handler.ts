import type { Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";
import { scheduledEndpoint } from "../_shared/scheduled.ts";
import { sendWebhooks } from "./send.ts";

export function sendWebhooksHandler(environment: Environment): Handler {
  return scheduledEndpoint(environment, "nothing else", true, {
    webhooks: async (context) => (await sendWebhooks(context)).hasMore,
  });
}
