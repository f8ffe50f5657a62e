import type { Socket } from "node:net";
import type { Environment } from "./environment.ts";
import type { MailServer } from "./mail-server.ts";

export interface Mail {
  /** an address in its canonical form, without a name */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** a POST to it ends mails of this kind (RFC 8058); only answers to a request lack it */
  readonly unsubscribe?: string;
}

/**
 * `unsent`: certainly not sent, may be tried again. `bounced`: the address doesn't exist. `failed`: refused
 * for good, or unknown.
 */
export type MailFailure = "unsent" | "bounced" | "failed";

export class MailError extends Error {
  readonly failure: MailFailure;

  constructor(failure: MailFailure, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.failure = failure;
  }
}

/** A mail as it is sent. */
export interface WrittenMail {
  readonly envelope: { readonly from: string; readonly to: string[] };
  readonly raw: Buffer;
}

/** Connections to the mail server, opened when they are needed and kept open. */
export interface Mailer {
  /** All that can be done before a mail is handed over. */
  write(mail: Mail): Promise<WrittenMail>;
  /** Hands a mail to the mail server. @throws MailError if the server didn't accept it */
  send(mail: WrittenMail): Promise<void>;
  /** Closes the connections once what is under way has ended. */
  close(): void;
}

/** As many mails are handed over at once. */
export const CONNECTIONS = 5;
/** RFC 5322 allows 998 octets per line; no subject needs as many. */
const SUBJECT_LENGTH = 150;
const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 20_000;

export function openMailer({ mailServer }: Environment): Mailer {
  let transport: ReturnType<typeof connect> | undefined;
  const server = () => {
    if (!mailServer) throw new MailError("unsent", "There is no mail server");
    return mailServer;
  };
  return {
    async write(mail) {
      const message = messageOf(server(), mail);
      const { createTransport } = await nodemailer();
      const form = {
        streamTransport: true,
        buffer: true,
        newline: "windows",
        ...ONLY_TEXT,
      } as const;
      const { envelope, message: raw } = await createTransport(form).sendMail(message);
      return { envelope: { from: envelope.from || "", to: envelope.to }, raw: raw as Buffer };
    },
    async send(mail) {
      transport ??= connect(server());
      const opened = await transport.catch((error) => {
        throw new MailError("unsent", error);
      });
      await opened.sendMail({ ...mail, envelope: { ...mail.envelope } }).catch((error) => {
        throw new MailError(failureOf(error), error);
      });
    },
    close() {
      transport?.then((opened) => opened.close()).catch(() => {});
    },
  };
}

type SocketCallback = (error: Error | null, found: { connection: Socket } | false) => void;

/** Loaded with the first mail: a server that sends none needs no memory for it. */
const nodemailer = () =>
  import("nodemailer").catch((error) => {
    throw new MailError("unsent", error);
  });

/** Nothing that a mail names is read. */
const ONLY_TEXT = { disableFileAccess: true, disableUrlAccess: true };

async function connect({ host, port, secure, login }: MailServer) {
  const [{ createTransport }, net] = await Promise.all([nodemailer(), import("node:net")]);
  return createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    host,
    port,
    secure,
    ...(login && { auth: login }),
    // Connects by name: Deno only allows addresses that it was given.
    getSocket: (_: unknown, callback: SocketCallback) => {
      const socket = new net.Socket();
      const fail = (error: Error) => {
        socket.destroy();
        callback(error, false);
      };
      const isLate = Object.assign(new Error("Connection timeout"), { code: "CONNECT_TIMEOUT" });
      const timer = setTimeout(fail, CONNECT_TIMEOUT_MS, isLate);
      socket.once("error", (error) => {
        clearTimeout(timer);
        fail(error);
      });
      socket.connect(port, host, () => {
        clearTimeout(timer);
        socket.removeAllListeners("error");
        callback(null, { connection: socket });
      });
    },
    // Asking the system for its name takes a permission that functions may lack.
    name: "localhost",
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
    ...ONLY_TEXT,
  });
}

const messageOf = ({ from }: MailServer, mail: Mail) => ({
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

/** Without line breaks and other control characters, so that no name or title can write a header. */
function asHeader(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  const characters = [...line];
  if (characters.length <= SUBJECT_LENGTH) return line;
  return `${characters.slice(0, SUBJECT_LENGTH - 1).join("")}…`;
}

/** Fields that nodemailer adds to its errors. */
export interface SmtpError extends Error {
  readonly code?: string;
  readonly originalCode?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly permanent?: boolean;
  readonly timeoutType?: string;
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
