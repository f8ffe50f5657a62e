import { signMailLink } from "./mail-links.ts";
import { type Mail, MailError, type Mailer, type MailFailure, type SmtpError } from "./mailer.ts";
import type { SendContext } from "./scheduled.ts";

const UNSUBSCRIBE_EXPIRES = "730 days";

/** The links that end one kind of mails to an address: for people, and for their mail programs. */
export async function unsubscribeLinks(
  { environment, appUrl }: SendContext,
  address: string,
  kind: "invitation" | "morning",
): Promise<{ readonly page: string; readonly post: string }> {
  const claims = { purpose: "unsubscribe", address, kind } as const;
  const token = await signMailLink(environment, claims, UNSUBSCRIBE_EXPIRES);
  return {
    page: `${appUrl}/mail/unsubscribe?token=${token}`,
    post: `${environment.publicApiUrl}/functions/v1/mail-link?unsubscribe=${token}`,
  };
}

/** How it went; without a failure, the mail server accepted it. */
export interface MailResult {
  readonly failure?: MailFailure;
  readonly error?: string;
}

/** Says how sending a mail went. Logs a mail server that can't be used. */
export async function tryToSend(
  { report }: SendContext,
  send: () => Promise<void>,
): Promise<MailResult> {
  try {
    await send();
  } catch (error) {
    const { failure, message, cause } =
      error instanceof MailError ? error : new MailError("failed", error);
    if (failure !== "bounced") {
      const reason = reasonOf(message, cause as SmtpError);
      console.error("A mail was not sent:", reason);
      report?.(reason);
    }
    return { failure, error: message };
  }
  report?.(null);
  return {};
}

/** Sends a mail that was claimed (`claim_message`) and records the result. */
export async function deliverMail(
  context: SendContext,
  mailer: Mailer,
  id: string,
  mail: Mail,
): Promise<"sent" | MailFailure> {
  const result = await tryToSend(context, async () => mailer.send(await mailer.write(mail)));
  await context.call("finish_messages", { messages: [id], ...result });
  return result.failure ?? "sent";
}

/** From these commands on, the server knows the recipient, and its answers may name them. */
const TELLING = new Set(["RCPT TO", "DATA"]);

/** Why a mail wasn't sent, without names. */
function reasonOf(message: string, { command = "", response = "" }: SmtpError): string {
  if (!TELLING.has(command)) return message;
  const [code = "something"] = /^\d{3}(?:[ -]\d\.\d+\.\d+)?/.exec(response) ?? [];
  return `the mail server answered ${code} to ${command}`;
}
