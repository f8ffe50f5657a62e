import { connect } from "node:net";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestStack, type TestStack } from "./support/test-stack.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
}, 120_000);
afterAll(() => stack?.stop());

/** Sends lines to the SMTP server, each after the previous answer; resolves to the answers. */
async function say(lines: readonly string[]): Promise<string[]> {
  const socket = connect(stack.portBase + 2, "127.0.0.1");
  const answers: string[] = [];
  const left = [...lines];
  for await (const line of createInterface({ input: socket })) {
    // The last line of an answer has no dash after its code.
    if (!/^\d{3} /.test(line)) continue;
    answers.push(line);
    const next = left.shift();
    if (next === undefined) break;
    socket.write(`${next}\r\n`);
  }
  socket.destroy();
  return answers;
}

const envelope = (recipients: readonly string[]) => [
  "EHLO localhost",
  "MAIL FROM:<sender@example.com>",
  ...recipients.map((address) => `RCPT TO:<${address}>`),
  "DATA",
];

const mail = [
  "From: =?UTF-8?Q?S=C3=A9nder?= <sender@example.com>",
  "To: one@example.com",
  "Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=",
  "List-Unsubscribe: <https://example.com/stop>",
  "X-Twice: a",
  "X-Twice: b",
  "MIME-Version: 1.0",
  'Content-Type: multipart/alternative; boundary="x"',
  "",
  "--x",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "Hello",
  "--x",
  "Content-Type: text/html; charset=utf-8",
  "Content-Transfer-Encoding: quoted-printable",
  "",
  '<p style=3D"color:red">Hello <script>alert(1)</script>"</p>',
  "--x--",
  ".",
].join("\r\n");

const api = async (path: string) => (await fetch(`${stack.mailUrl}/api/v1/${path}`)).json();

test("takes mails by SMTP, one for each recipient, and shows them as Mailpit does", async () => {
  const answers = await say([...envelope(["one@example.com", "two@example.com"]), mail]);
  expect(answers.at(-1)).toMatch(/^250 /);
  const { messages } = (await api("messages")) as { messages: Record<string, unknown>[] };
  expect(messages.slice(0, 2).map(({ To, Subject, From }) => ({ To, Subject, From }))).toEqual(
    ["two@example.com", "one@example.com"].map((Address) => ({
      To: [{ Name: "", Address }],
      Subject: "Grüße",
      From: { Name: "Sénder", Address: "sender@example.com" },
    })),
  );
  const id = String(messages[0]?.ID);
  expect(await api(`message/${id}`)).toMatchObject({
    Text: expect.stringMatching(/^Hello\s*$/),
    HTML: expect.stringContaining("<script>alert(1)</script>"),
  });
  expect(await api(`message/${id}/headers`)).toMatchObject({
    "List-Unsubscribe": ["<https://example.com/stop>"],
    "X-Twice": ["a", "b"],
  });

  const page = await fetch(`${stack.mailUrl}/message/${id}`);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  const html = await page.text();
  // The mail's content stays within the frame's attribute.
  expect(html).not.toContain("<script");
  expect(html).toMatch(/<iframe[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox"/);
});

test("what is too long is refused, and pages of a browser can't hand in mails", async () => {
  const long = `${"x".repeat(1000)}\r\n`.repeat(10_500);
  const answers = await say([...envelope(["long@example.com"]), `Subject: long\r\n\r\n${long}.`]);
  expect(answers.at(-1)).toMatch(/^552 /);
  expect(await say(["POST / HTTP/1.1", ...envelope(["post@example.com"])])).toEqual([
    expect.stringMatching(/^220 /),
    expect.stringMatching(/^421 /),
  ]);
  const { messages } = (await api("messages?limit=500")) as {
    messages: { To: { Address: string }[] }[];
  };
  expect(JSON.stringify(messages)).not.toMatch(/long@|post@/);
});
