import { AsyncLocalStorage } from "node:async_hooks";
import type { EmailDriver } from "@supabase/lite";
import type { MiddlewareHandler } from "hono";
import nodemailer from "nodemailer";
import type { Site, SiteMailServer } from "../site.ts";
import type { Troubles } from "../troubles.ts";

/** The trouble with them. */
export const MAILS = "mails that confirm or reset";

/** What nodemailer adds to its errors. */
interface SmtpError extends Error {
  readonly command?: string;
  readonly code?: string;
  readonly responseCode?: number;
}
/** Between two looks at a mail server that has refused a mail. */
const LOOK_MS = 60_000;

/** Sends Auth's mails by the site's mail server. */
interface SiteMailer {
  readonly send: EmailDriver["send"];
  /** Answers a request for a mail that can't be sent, for whomever it is, in a sentence. */
  readonly orSentence: MiddlewareHandler;
}

/** Calls that mail somebody, whose answer must not tell whether there is such an account. */
const ASKS_FOR_MAIL = /\/auth\/v1\/(?:recover|resend)$/;

const unsent = () =>
  Response.json(
    {
      code: 503,
      error_code: "mail_not_sent",
      msg: "No mail can be sent just now. Please try again later.",
    },
    { status: 503, headers: { "X-Sb-Error-Code": "mail_not_sent" } },
  );

/** How mails are handed in. */
export const mailTransport = ({ host, port, secure, login }: SiteMailServer) =>
  nodemailer.createTransport({
    ...{ host, port, secure, connectionTimeout: 10_000, socketTimeout: 30_000 },
    ...(login && { auth: login }),
  });

/** @param lookMs between two looks whether mails leave again, while they don't */
export function siteMailer(
  { mailServer }: Pick<Site, "mailServer">,
  troubles: Troubles,
  lookMs = LOOK_MS,
): SiteMailer {
  if (!mailServer) {
    troubles.end(MAILS);
    return {
      send: async () => console.error("A mail was not sent: no mail server is set."),
      orSentence: (_, next) => next(),
    };
  }
  const { from } = mailServer;
  const transport = mailTransport(mailServer);
  /** Whether it lets one in, and refuses the mail: only another mail tells when it no longer does. */
  let refuses = false;
  const outcomes = new AsyncLocalStorage<{ isUnsent: boolean }>();
  /** Nobody may need a mail for weeks: a trouble is over when the server takes mails again. */
  const look = async () => {
    if (refuses || !troubles.has(MAILS)) return;
    if (await transport.verify().catch(() => false)) troubles.end(MAILS);
  };
  void look();
  setInterval(look, lookMs).unref();
  return {
    send: async ({ to, subject, html, text }) => {
      try {
        await transport.sendMail({ from, to, subject, html, text });
      } catch (error) {
        const outcome = outcomes.getStore();
        if (outcome) outcome.isUnsent = true;
        const { command, code, responseCode, message } = error as SmtpError;
        // No such address is nobody's trouble here. What is said of a mail may name whom it is for.
        if (command !== "RCPT TO") {
          refuses = code === "EENVELOPE" || code === "EMESSAGE";
          const isOfMail = command === "DATA";
          troubles.begin(MAILS, isOfMail ? `it answered ${responseCode} to DATA` : message);
        }
        throw error;
      }
      refuses = false;
      troubles.end(MAILS);
    },
    orSentence: async (context, next) => {
      if (ASKS_FOR_MAIL.test(context.req.path)) {
        await look();
        if (!refuses && troubles.has(MAILS)) return unsent();
      }
      const outcome = { isUnsent: false };
      await outcomes.run(outcome, next);
      if (!outcome.isUnsent || context.res.ok) return;
      // Otherwise the first answer's headers would stay.
      context.res = undefined;
      context.res = unsent();
    },
  };
}
