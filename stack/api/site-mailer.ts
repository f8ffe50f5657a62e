import type { EmailDriver } from "@supabase/lite";
import nodemailer from "nodemailer";
import type { Site } from "../site.ts";
import type { Troubles } from "../troubles.ts";

/** The trouble with them. */
export const MAILS = "mails that confirm or reset";

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
      // No such address is nobody's trouble here.
      if ((error as { command?: string }).command !== "RCPT TO") {
        troubles.begin(MAILS, (error as Error).message);
      }
      throw error;
    }
    troubles.end(MAILS);
  };
}
