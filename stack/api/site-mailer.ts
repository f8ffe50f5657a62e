import type { EmailDriver } from "@supabase/lite";
import nodemailer from "nodemailer";
import type { Site } from "../site.ts";
import type { Troubles } from "../troubles.ts";

/** The trouble with them. */
export const MAILS = "mails that confirm or reset";

/** What nodemailer adds to its errors. */
interface SmtpError extends Error {
  readonly command?: string;
  readonly responseCode?: number;
}

/** Sends Auth's mails by the site's mail server; without one, says that it can't. */
export function siteMailer({ mailServer }: Site, troubles: Troubles): EmailDriver["send"] {
  if (!mailServer) {
    return async () => console.error("A mail was not sent: SMTP_HOST and SMTP_FROM are not set.");
  }
  const { host, port, secure, login, from } = mailServer;
  const transport = nodemailer.createTransport({
    ...{ host, port, secure, connectionTimeout: 10_000, socketTimeout: 30_000 },
    ...(login && { auth: login }),
  });
  return async ({ to, subject, html, text }) => {
    try {
      await transport.sendMail({ from, to, subject, html, text });
    } catch (error) {
      const { command, responseCode, message } = error as SmtpError;
      // No such address is nobody's trouble here. What is said of a mail may name whom it is for.
      if (command === "DATA") troubles.begin(MAILS, `it answered ${responseCode} to DATA`);
      else if (command !== "RCPT TO") troubles.begin(MAILS, message);
      throw error;
    }
    troubles.end(MAILS);
  };
}
