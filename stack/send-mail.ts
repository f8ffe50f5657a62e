import type { SiteMailServer } from "./site.ts";

/** A mail of the site's to somebody. */
interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Hands a mail in as the site's own are. @throws the error of nodemailer */
export async function sendMail(server: SiteMailServer, mail: Mail): Promise<void> {
  const { mailTransport } = await import("./api/site-mailer.ts");
  await mailTransport(server).sendMail({ from: server.from, ...mail });
}
