import { databaseForService } from "../_shared/database.ts";
import type { Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";
import { scheduledEndpoint } from "../_shared/scheduled.ts";
import type { MailContext } from "./context.ts";
import { sendInvitations } from "./invitations.ts";
import { sendMorningMails } from "./morning.ts";

/** Each sends what is due now; one that fails keeps no other from its work. */
const kinds: Record<string, (context: MailContext) => Promise<void>> = {
  invitations: sendInvitations,
  "morning mails": (context) => sendMorningMails(context),
  // No mail, but due as often, and this is what a scheduler calls.
  "the end of old imports": async ({ call }) => {
    await call("forget_old_imports", {});
  },
};

/** Sends all mails that are due; what failed are kinds of them. */
export function sendMailsHandler(environment: Environment): Handler {
  const { appUrl, mailServer } = environment;
  if (!appUrl || !mailServer) {
    console.error("No mails are sent: SMTP_HOST, SMTP_FROM and APP_URL must be set.");
  }

  return scheduledEndpoint(environment, async (report) => {
    if (!appUrl || !mailServer) return [];
    const context = { environment, call: databaseForService(environment), appUrl, report };
    await context.call("forget_old_mail", {});
    const failed: string[] = [];
    for (const [kind, send] of Object.entries(kinds)) {
      try {
        await send(context);
      } catch (error) {
        console.error(`Sending ${kind} failed:`, error);
        report(`${kind}: ${(error as Error).message}`);
        failed.push(kind);
      }
    }
    return failed;
  });
}
