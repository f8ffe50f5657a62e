import type { SiteMailServer } from "./site.ts";

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends a mail the way Auth's mails are sent. @throws nodemailer's error */
export async function sendMail(server: SiteMailServer, mail: Mail): Promise<void> {
  const { mailTransport } = await import("./api/site-mailer.ts");
  await mailTransport(server).sendMail({ from: server.from, ...mail });
}
