import { AsyncLocalStorage } from "node:async_hooks";
import type { EmailDriver } from "@supabase/lite";
import type { MiddlewareHandler } from "hono";
import nodemailer from "nodemailer";
import type { Site, SiteMailServer } from "../site.ts";
import type { Troubles } from "../troubles.ts";

/** The name of the trouble with these mails. */
export const MAILS = "mails that confirm or reset";

/** Fields that nodemailer adds to its errors. */
interface SmtpError extends Error {
  readonly command?: string;
  readonly code?: string;
  readonly responseCode?: number;
}
/** Milliseconds between two checks of a mail server that has refused a mail. */
const LOOK_MS = 60_000;

interface SiteMailer {
  readonly send: EmailDriver["send"];
  /** Answers a request for a mail that can't be sent with a sentence, whoever it is for. */
  readonly orSentence: MiddlewareHandler;
}

/** Calls that send a mail, whose answer must not reveal whether the account exists. */
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

export const mailTransport = ({ host, port, secure, login }: SiteMailServer) =>
  nodemailer.createTransport({
    ...{ host, port, secure, connectionTimeout: 10_000, socketTimeout: 30_000 },
    ...(login && { auth: login }),
  });

/** @param lookMs between two checks whether mails can be sent again */
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
  /** Whether it accepts logins but refuses the mail: only another mail can tell when that ends. */
  let refuses = false;
  const outcomes = new AsyncLocalStorage<{ isUnsent: boolean }>();
  /** Nobody may need a mail for weeks, so a trouble ends when the server accepts mails again. */
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
        // A wrong address is no trouble here. Errors about a mail may name its recipient.
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
