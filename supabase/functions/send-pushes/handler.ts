import { databaseForService } from "../_shared/database.ts";
import type { Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";
import { scheduledEndpoint } from "../_shared/scheduled.ts";
import { sendPushes } from "./send.ts";

/** Sends all pushes that are due. Without a key to sign them it says so once, and claims nothing. */
export function sendPushesHandler(environment: Environment): Handler {
  const { appUrl, vapidKeys } = environment;
  if (!appUrl || !vapidKeys) {
    console.error("No pushes are sent: VAPID_KEYS and APP_URL must be set.");
  }

  return scheduledEndpoint(environment, async (report) => {
    if (!appUrl || !vapidKeys) return [];
    try {
      const call = databaseForService(environment);
      await call("forget_old_pushes", {});
      await sendPushes({ environment, call, appUrl, report });
      return [];
    } catch (error) {
      console.error("Sending pushes failed:", error);
      report((error as Error).message);
      return ["pushes"];
    }
  });
}
