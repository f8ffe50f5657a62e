import { stackUnderTest } from "./environment.ts";
import { until } from "./eventually.ts";

/** Reads the local mailbox through Mailpit's API, which the embedded one and the CLI's share. */

interface MailSummary {
  ID: string;
  To: { Address: string }[];
}

/** A mail in the mailbox. */
export interface ReceivedMail {
  readonly from: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** values by name */
  readonly headers: Readonly<Record<string, readonly string[]>>;
}

async function readJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as T;
}

/** The mails to an address, newest first. */
export async function mailsTo(mailUrl: string, address: string): Promise<ReceivedMail[]> {
  const { messages } = await readJson<{ messages: MailSummary[] }>(
    `${mailUrl}/api/v1/messages?limit=500`,
  );
  const found = messages.filter(({ To }) => To.some(({ Address }) => Address === address));
  return Promise.all(
    found.map(async ({ ID }) => {
      const url = `${mailUrl}/api/v1/message/${ID}`;
      const [mail, headers] = await Promise.all([
        readJson<{
          From: { Name: string; Address: string };
          Subject: string;
          Text: string;
          HTML: string;
        }>(url),
        readJson<Record<string, string[]>>(`${url}/headers`),
      ]);
      const from = { name: mail.From.Name, address: mail.From.Address };
      return { from, subject: mail.Subject, text: mail.Text, html: mail.HTML, headers };
    }),
  );
}

/** The targets of the auth server's links. */
const AUTH_LINK = /https?:\/\/[^\s"'<>)]+\/(?:confirm|reset-password)\?[^\s"'<>)]+/;

/** The link in the auth server's newest mail to an address; undefined while there is none. */
export async function findMailedLink(
  mailUrl: string,
  address: string,
): Promise<string | undefined> {
  const links = (await mailsTo(mailUrl, address)).map(
    ({ text, html }) => `${text}\n${html}`.replaceAll("&amp;", "&").match(AUTH_LINK)?.[0],
  );
  return links.find((link) => link !== undefined);
}

/** The same once there is one, newer than the one of before. */
export const mailedLink = (address: string, before?: string): Promise<string> =>
  until(async () => {
    const link = await findMailedLink(stackUnderTest().mailUrl, address);
    return link !== before && link;
  });

/** Sends due mails now, like the scheduler does every minute. */
export async function sendMailsNow(): Promise<void> {
  const { functionsUrl, secretKey } = stackUnderTest();
  const response = await fetch(`${functionsUrl}/send-mails`, {
    method: "POST",
    headers: { apikey: secretKey },
  });
  if (!response.ok) throw new Error(`send-mails answered ${response.status}`);
}

/** The app's request to the auth service for a mailed link, when the button is pressed. */
export function verificationOf(link: string): { token_hash: string; type: string } {
  const { searchParams } = new URL(link);
  return {
    token_hash: searchParams.get("token_hash") ?? "",
    type: searchParams.get("type") ?? "",
  };
}
