import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { readEnvironment } from "../../supabase/functions/_shared/environment.ts";
import { type Mailer, openMailer } from "../../supabase/functions/_shared/mailer.ts";

/** The connections to a mail server: few, kept open, and no mail goes out twice because one of them ends. */

interface Server {
  readonly taken: string[];
  /** connections so far */
  count: number;
  readonly mailer: Mailer;
}

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** A mail server; `after` may end a connection once it has taken its first mail, instead of its answer or after it. */
async function startServer(
  after: (socket: Socket, answer: () => void) => void = (_, answer) => answer(),
): Promise<Server> {
  const taken: string[] = [];
  const server = createServer((socket) => {
    state.count += 1;
    let isInMail = false;
    let recipient = "";
    const answer = (line: string) => socket.write(`${line}\r\n`);
    socket.on("error", () => {});
    const lines = createInterface({ input: socket });
    lines.on("error", () => {});
    lines.on("line", (line) => {
      if (isInMail && line !== ".") return;
      isInMail = line === "DATA";
      if (line.startsWith("RCPT")) recipient = /<(.*)>/.exec(line)?.[1] ?? "";
      if (line === ".") taken.push(recipient);
      if (line === ".") after(socket, () => answer("250 Fine"));
      else answer(isInMail ? "354 Go on" : "250 Fine");
    });
    answer("220 A stand-in");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const variables: Record<string, string> = {
    SUPABASE_URL: "https://project.example/",
    SUPABASE_PUBLISHABLE_KEYS: '{"default": "sb_publishable_x"}',
    SUPABASE_SECRET_KEYS: '{"default": "sb_secret_x"}',
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String((server.address() as AddressInfo).port),
    SMTP_FROM: "rota@example.com",
  };
  const mailer = openMailer(readEnvironment((name) => variables[name]));
  const state: Server = { taken, count: 0, mailer };
  cleanUps.push(() => {
    mailer.close();
    server.close();
  });
  return state;
}

const mailTo = (to: string) => ({ to, subject: "Hello", text: "Hello", html: "<p>Hello</p>" });
const send = async ({ mailer }: Server, to: string) => mailer.send(await mailer.write(mailTo(to)));
const addresses = Array.from({ length: 20 }, (_, place) => `p${place}@example.com`);

test("many mails go over a few connections, each once", async () => {
  const server = await startServer();
  await Promise.all(addresses.map((to) => send(server, to)));
  for (const to of addresses) await send(server, `later-${to}`);
  expect([...server.taken].sort()).toEqual(
    [...addresses, ...addresses.map((to) => `later-${to}`)].sort(),
  );
  expect(server.count).toBeLessThanOrEqual(5);
});

test("a server that ends its connection after each mail gets all of them, each once", async () => {
  const server = await startServer((socket, answer) => {
    answer();
    socket.end();
  });
  const some = addresses.slice(0, 4);
  for (const to of some) await send(server, to);
  expect(server.taken).toEqual(some);
});

test("a mail whose connection ends instead of its answer isn't sent a second time", async () => {
  const server = await startServer((socket) => socket.destroy());
  const outcomes = await Promise.allSettled(addresses.map((to) => send(server, to)));
  expect([...server.taken].sort()).toEqual([...addresses].sort());
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: "rejected", reason: { failure: "failed" } });
  }
});
