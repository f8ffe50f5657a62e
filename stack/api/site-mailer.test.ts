import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readTroubles, Troubles } from "../troubles.ts";
import { siteMailer } from "./site-mailer.ts";

let folder = "";
let lines: string[] = [];
let port = 0;
let server: SMTPServer;
/** The mail server refuses nothing, each mail, or an address. */
let refuses: "" | "mails" | "addresses" = "";

async function listen(): Promise<void> {
  server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    onMailFrom: (_, _session, done) => done(refuses === "mails" ? new Error("not now") : null),
    onRcptTo: (_, _session, done) => done(refuses === "addresses" ? new Error("nobody") : null),
  });
  server.on("error", () => {});
  await once(server.listen(port, "127.0.0.1"), "listening");
  ({ port } = server.server.address() as AddressInfo);
}
const close = () => new Promise<void>((closed) => server.close(() => closed()));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "site-mailer-"));
  [lines, refuses, port] = [[], "", 0];
  await listen();
});
afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

/** An Auth in which only anna@example.com has an account. */
function auth() {
  const login = { host: "127.0.0.1", port, secure: false, login: null };
  const from = { name: "Rota", address: "rota@example.com" };
  const troubles = new Troubles(folder, (line) => void lines.push(line));
  const mailer = siteMailer({ mailServer: { ...login, from } }, troubles, 10);
  const app = new Hono();
  app.use(mailer.orSentence);
  app.post("/auth/v1/:call", async (context) => {
    const { email } = await context.req.json();
    const mail = { to: email, subject: "Reset", html: "<p>", text: "" };
    if (email === "anna@example.com") await mailer.send(mail);
    return context.json({});
  });
  app.onError((_, context) => context.json({ code: 500 }, 500));
  return async (email: string, call = "recover") => {
    const body = JSON.stringify({ email });
    const answer = await app.request(`/auth/v1/${call}`, { method: "POST", body });
    return { status: answer.status, body: await answer.json() };
  };
}
const unsent = {
  status: 503,
  body: { code: 503, error_code: "mail_not_sent", msg: expect.stringMatching(/^No mail can be/) },
};

test("while the mail server is down a reset is a sentence, whoever it is for, and then a mail", async () => {
  const ask = auth();
  await close();
  expect(await ask("anna@example.com")).toEqual(unsent);
  expect(await ask("nobody@example.com")).toEqual(unsent);
  expect(await ask("anna@example.com", "signup")).toEqual(unsent);
  await listen();
  expect(await ask("anna@example.com")).toEqual({ status: 200, body: {} });
});

test("its trouble is over when the server takes mails again, though nobody needs one", async () => {
  const ask = auth();
  await close();
  await ask("anna@example.com");
  expect(readTroubles(folder)).toHaveLength(1);
  await listen();
  await expect.poll(() => readTroubles(folder)).toEqual([]);
  expect(lines).toEqual([
    expect.stringMatching(/^trouble: mails that confirm or reset/),
    expect.stringMatching(/^trouble is over: /),
  ]);
});

test("one that lets in and refuses the mail stays a trouble until it takes one", async () => {
  const ask = auth();
  refuses = "mails";
  expect(await ask("anna@example.com")).toEqual(unsent);
  expect(await ask("anna@example.com")).toEqual(unsent);
  expect(readTroubles(folder)).toHaveLength(1);
  expect(lines).toHaveLength(1);
  refuses = "";
  expect(await ask("anna@example.com")).toMatchObject({ status: 200 });
  expect(readTroubles(folder)).toEqual([]);
});

test("an address that the mail server doesn't know is no trouble of the server's", async () => {
  const ask = auth();
  refuses = "addresses";
  expect(await ask("anna@example.com")).toEqual(unsent);
  expect(readTroubles(folder)).toEqual([]);
});
