import type { Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";
import { scheduledEndpoint } from "../_shared/scheduled.ts";
import { sendInvitations } from "./invitations.ts";
import { sendMorningMails } from "./morning.ts";

export function sendMailsHandler(environment: Environment): Handler {
  return scheduledEndpoint(environment, "SMTP_HOST, SMTP_FROM", environment.mailServer !== null, {
    invitations: sendInvitations,
    "morning mails": (context) => sendMorningMails(context),
  });
}
