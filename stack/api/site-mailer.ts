import type { EmailDriver } from "@supabase/lite";
import nodemailer from "nodemailer";
import type { Site } from "../site.ts";

/** Sends Auth's mails by the site's mail server; without one, says that it can't. */
export function siteMailer({ mailServer }: Site): EmailDriver["send"] {
  if (!mailServer) {
    return async () => console.error("A mail was not sent: SMTP_HOST and SMTP_FROM are not set.");
  }
  const { host, port, login, from } = mailServer;
  const transport = nodemailer.createTransport({
    ...{ host, port, secure: port === 465, connectionTimeout: 10_000, socketTimeout: 30_000 },
    ...(login && { auth: login }),
  });
  return async ({ to, subject, html, text }) => {
    await transport.sendMail({ from, to, subject, html, text });
  };
}
