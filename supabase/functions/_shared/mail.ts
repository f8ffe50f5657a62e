import type { Environment } from "./environment.ts";
import { signMailLink } from "./mail-links.ts";
import type { SendContext } from "./scheduled.ts";

export interface Mail {
  /** an address in its canonical form, without a name */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** a POST to it ends mails of this kind (RFC 8058); only answers to a request lack it */
  readonly unsubscribe?: string;
}

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

/**
 * `unsent`: certainly not sent, may be tried again. `bounced`: the address doesn't exist. `failed`: refused
 * for good, or unknown.
 */
export type MailFailure = "unsent" | "bounced" | "failed";

class MailError extends Error {
  readonly failure: MailFailure;

  constructor(failure: MailFailure, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.failure = failure;
  }
}

/** RFC 5322 allows 998 octets per line; no subject needs as many. */
const SUBJECT_LENGTH = 150;
const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 20_000;

/** Hands a mail to the mail server. @throws MailError if the server didn't accept it */
async function sendMail({ mailServer }: Environment, mail: Mail): Promise<void> {
  if (!mailServer) throw new MailError("unsent", "There is no mail server");
  const { host, port, secure, login, from } = mailServer;
  // Loaded with the first mail: a server that sends none needs no memory for it.
  const [{ createTransport }, { Socket }] = await Promise.all([
    import("nodemailer"),
    import("node:net"),
  ]).catch((error) => {
    throw new MailError("unsent", error);
  });
  const transport = createTransport({
    host,
    port,
    secure,
    ...(login && { auth: login }),
    // Connects by name: Deno only allows addresses that it was given.
    socket: new Socket(),
    // Asking the system for its name takes a permission that functions may lack.
    name: "localhost",
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from,
      to: { name: "", address: mail.to },
      subject: asHeader(mail.subject),
      text: mail.text,
      html: mail.html,
      headers: {
        // Keeps automatic replies away.
        "Auto-Submitted": "auto-generated",
        ...(mail.unsubscribe && {
          "List-Unsubscribe": `<${new URL(mail.unsubscribe).href}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }),
      },
    });
  } catch (error) {
    throw new MailError(failureOf(error as SmtpError), error);
  } finally {
    transport.close();
  }
}

/** Sends a mail that was claimed (`claim_message`) and records the result. Logs a mail server that can't be used. */
export async function deliverMail(
  { environment, call, report }: SendContext,
  id: string,
  mail: Mail,
): Promise<"sent" | MailFailure> {
  try {
    await sendMail(environment, mail);
  } catch (error) {
    const { failure, message, cause } =
      error instanceof MailError ? error : new MailError("failed", error);
    if (failure !== "bounced") {
      const reason = reasonOf(message, cause as SmtpError);
      console.error("A mail was not sent:", reason);
      report?.(reason);
    }
    await call("finish_messages", { messages: [id], error: message, failure });
    return failure;
  }
  report?.(null);
  await call("finish_messages", { messages: [id] });
  return "sent";
}

/** Without line breaks and other control characters, so that no name or title can write a header. */
function asHeader(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  const characters = [...line];
  if (characters.length <= SUBJECT_LENGTH) return line;
  return `${characters.slice(0, SUBJECT_LENGTH - 1).join("")}…`;
}

/** Fields that nodemailer adds to its errors. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly originalCode?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly permanent?: boolean;
  readonly timeoutType?: string;
}

/** From these commands on, the server knows the recipient, and its answers may name them. */
const TELLING = new Set(["RCPT TO", "DATA"]);

/** Why a mail wasn't sent, without names. */
function reasonOf(message: string, { command = "", response = "" }: SmtpError): string {
  if (!TELLING.has(command)) return message;
  const [code = "something"] = /^\d{3}(?:[ -]\d\.\d+\.\d+)?/.exec(response) ?? [];
  return `the mail server answered ${code} to ${command}`;
}

/** Errors before a mail is handed over: the server wasn't reached, or refused access. */
const NOT_REACHED = new Set([
  ...["EDNS", "ETLS", "ECONFIG", "EAUTH", "ENOAUTH", "ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"],
  ...["CONNECT_TIMEOUT", "GREETING_TIMEOUT", "UPGRADE_TIMEOUT"],
]);

function failureOf(error: SmtpError): MailFailure {
  const { code = "", originalCode = "", timeoutType = "", command, permanent } = error;
  if (command === "RCPT TO" && permanent && saysNoSuchAddress(error)) return "bounced";
  if (error.responseCode) return permanent && command === "DATA" ? "failed" : "unsent";
  const isNotReached = [code, originalCode, timeoutType].some(
    // The last: an untrusted certificate.
    (name) => NOT_REACHED.has(name) || /CERT|VERIFY/.test(name),
  );
  return isNotReached || error.message.startsWith("Requires net access") ? "unsent" : "failed";
}

/** Decides by the enhanced status code (RFC 3463), as a server that refuses to relay also says 550. */
function saysNoSuchAddress({ response = "", responseCode = 0 }: SmtpError): boolean {
  const [, enhanced] = /^\d{3}[ -](\d\.\d+\.\d+)/.exec(response) ?? [];
  if (enhanced) return /^5\.(1\.([0-6]|10)|2\.1)$/.test(enhanced);
  return [550, 551, 553].includes(responseCode);
}
