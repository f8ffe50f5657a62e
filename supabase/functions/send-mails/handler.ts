import { databaseForService } from "../_shared/database.ts";
import type { Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";
import { Failure, failure } from "../_shared/failure.ts";
import { isOneOf } from "../_shared/secret.ts";
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

/**
 * Sends all mails that are due. Called every minute by the scheduler, with a secret key of the project as the
 * header `apikey`; answers 200 with `{failed}`, the kinds that did not get through their work. Calls
 * may overlap.
 */
export function sendMailsHandler(environment: Environment): Handler {
  const { appUrl, mailServer, secretKeys } = environment;
  if (!appUrl || !mailServer) {
    console.error("No mails are sent: SMTP_HOST, SMTP_FROM and APP_URL must be set.");
  }

  return async (request) => {
    if (request.method !== "POST") return refusal(new Failure("METHOD_NOT_ALLOWED", "Use POST."));
    if (!(await isOneOf(request.headers.get("apikey") ?? "", secretKeys))) {
      return refusal(failure("UNAUTHENTICATED"));
    }
    if (!appUrl || !mailServer) return Response.json({ failed: [] });
    const context = { environment, call: databaseForService(environment), appUrl };
    await context.call("forget_old_mail", {});
    const failed: string[] = [];
    for (const [kind, send] of Object.entries(kinds)) {
      try {
        await send(context);
      } catch (error) {
        console.error(`Sending ${kind} failed:`, error);
        failed.push(kind);
      }
    }
    return Response.json({ failed });
  };
}

function refusal({ code, message, status }: Failure): Response {
  return Response.json({ error: { code, message } }, { status });
}
