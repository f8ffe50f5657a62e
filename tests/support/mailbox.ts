/** Reads the local mailbox through Mailpit's API, which the embedded one and the CLI's share. */

interface MailSummary {
  ID: string;
  To: { Address: string }[];
}

async function readJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as T;
}

/** The newest mail to an address, or undefined as long as none has come. */
async function newestMailTo(mailUrl: string, address: string): Promise<string | undefined> {
  const { messages } = await readJson<{ messages: MailSummary[] }>(
    `${mailUrl}/api/v1/messages?limit=200`,
  );
  const found = messages.find(({ To }) => To.some(({ Address }) => Address === address));
  if (!found) return undefined;
  const mail = await readJson<{ Text: string; HTML: string }>(
    `${mailUrl}/api/v1/message/${found.ID}`,
  );
  return `${mail.Text}\n${mail.HTML}`;
}

/** The first link in the newest mail to an address; undefined as long as there is none. */
export async function findMailedLink(
  mailUrl: string,
  address: string,
): Promise<string | undefined> {
  const mail = await newestMailTo(mailUrl, address);
  return mail?.replaceAll("&amp;", "&").match(/https?:\/\/[^\s"'<>)]+/)?.[0];
}

/** What a mailed link has the app send to the auth service when the button is pressed. */
export function verificationOf(link: string): { token_hash: string; type: string } {
  const { searchParams } = new URL(link);
  return {
    token_hash: searchParams.get("token_hash") ?? "",
    type: searchParams.get("type") ?? "",
  };
}
