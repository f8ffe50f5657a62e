import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { ACTS, type ActName } from "../../cli/serve/operator-table.ts";
import { readSecrets } from "../../cli/serve/secrets.ts";
import { findPortBase } from "../../stack/ports.ts";
import { eventually } from "../support/eventually.ts";
import { turnOn } from "../support/second-factor.ts";
import {
  besideServe,
  rowsOf,
  type ServeProcess,
  signUpBy,
  startServe,
} from "../support/serve-process.ts";
import { type SmtpStandIn, startSmtpStandIn } from "../support/smtp-stand-in.ts";

/** Who runs a server does so in the browser, from its first start on; these are the calls of its page. */

const PASSWORD = "rota-secret-1";
const MAIL_PASSWORD = "mail-canary-7";
let folder = "";
let port = 0;
let server: ServeProcess;
let mails: SmtpStandIn;
let areRefused = false;
let anna: Awaited<ReturnType<typeof signIn>>;

async function signIn(name: string) {
  const client = createClient(server.url, readSecrets(folder).publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
  const email = `${name}@example.com`;
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
  return { client, token: data.session?.access_token ?? "" };
}

async function ask(token: string, name: ActName, body: object = {}): Promise<Response> {
  const { method, takesPassword } = ACTS[name];
  const asked = { ...(takesPassword && { current_password: PASSWORD }), ...body };
  return fetch(`${server.url}/operator/v1/${name}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(method === "POST" && { body: JSON.stringify(asked) }),
  });
}

/** What Anna is answered, who runs it. */
async function told(name: ActName, body: object = {}) {
  const answer = await ask(anna.token, name, body);
  const said = await answer.json();
  return { status: answer.status, ...said };
}

/** Changes settings, and waits until the server has restarted with them. */
async function set(name: "set-mail" | "set-sign-up", body: object): Promise<void> {
  const { startedAt } = await told("state");
  expect(await told(name, body)).toEqual({ status: 200 });
  await eventually(async () => expect((await told("state")).startedAt).not.toBe(startedAt));
}

/** What a command beside the server prints. */
async function said(...args: string[]): Promise<string> {
  const { stdout, stderr } = await besideServe(server, ...args, "--data", folder);
  return stdout + stderr;
}

const mailSettings = (host: string) => ({
  ...{ host, port: mails.port, from: "Our Rota <rota@rota.example>", user: "", pass: null },
});

beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), "rota-operator-")), "data");
  mails = await startSmtpStandIn((command) => {
    if (areRefused && command.startsWith("MAIL")) return "451 Not now";
    return command.startsWith("RCPT TO:<refused@") ? "550 No such mailbox" : undefined;
  });
  port = await findPortBase(1);
  server = await startServe(folder, port);
  const [link = ""] = /http:\S+sign_up=\S+/.exec(server.log()) ?? [];
  await signUpBy(link, "anna@example.com", folder, port);
  anna = await signIn("anna");
});

afterAll(async () => {
  server?.child.kill("SIGTERM");
  await server?.exitCode;
  mails?.close();
  rmSync(join(folder, ".."), { recursive: true, force: true });
});

test("the account of the first link runs it, lets a second person in, and that one runs nothing", async () => {
  expect(await told("state")).toMatchObject({
    ...{ status: 200, addresses: [server.url], down: [], troubles: [] },
    people: [{ email: "anna@example.com", isOperator: true }],
    ...{ mail: { isFixed: false, server: null }, signUp: { isFixed: false, choice: "invited" } },
  });
  const { link } = await told("invite", { address: "bob@example.com", isMailed: false });
  await signUpBy(link, "bob@example.com", folder, port);
  const bob = await signIn("bob");
  const nothing = await fetch(`${server.url}/operator/v1/nothing`);
  for (const name of Object.keys(ACTS) as ActName[]) {
    const answer = await ask(bob.token, name);
    expect([answer.status, await answer.text()], name).toEqual([404, await nothing.clone().text()]);
  }
  expect(await told("invite", { address: "bob@example.com", isMailed: false })).toMatchObject({
    ...{
      status: 422,
      error: { message: "bob@example.com has an account: a reset gives it a new password." },
    },
  });
  const reset = await told("reset", { account: (await told("state")).people[1].id });
  const token_hash = new URL(reset.link).searchParams.get("token_hash") ?? "";
  const { data } = await bob.client.auth.verifyOtp({ token_hash, type: "recovery" });
  expect(data.user?.email).toBe("bob@example.com");
});

test("with a second factor the page takes its code, and a reset turns one off", async () => {
  const { mfa } = anna.client.auth;
  await turnOn(anna.client);
  const token = async () => (await anna.client.auth.getSession()).data.session?.access_token ?? "";
  const half = await signIn("anna");
  expect((await ask(half.token, "state")).status).toBe(404);
  expect((await ask(await token(), "state")).status).toBe(200);
  const [factor] = (await mfa.listFactors()).data?.totp ?? [];
  expect((await mfa.unenroll({ factorId: factor?.id ?? "" })).error).toBeNull();
  anna = await signIn("anna");
  expect(await told("state")).toMatchObject({ status: 200 });

  const bob = await signIn("bob");
  await turnOn(bob.client);
  const level = async () => {
    const { client } = await signIn("bob");
    return (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel;
  };
  expect(await level()).toBe("aal2");
  const [, { id: account }] = (await told("state")).people;
  expect(await told("reset", { account })).toMatchObject({ status: 200 });
  expect(await level()).toBe("aal1");
  await turnOn((await signIn("bob")).client);
  expect(await said("reset", "bob@example.com")).toContain("the second factor is off.");
  expect(await level()).toBe("aal1");
  expect(await said("reset", "bob@example.com")).not.toContain("second factor");
  expect(server.log()).toMatch(/sign-in, second factor: account [\da-f-]{36}/);
});

test("a mail server that is set there is used after some seconds, and its password is never read", async () => {
  for (const host of ["169.254.169.254", "[::1", "no.such.host.invalid", "a b"]) {
    const refused = await told("set-mail", mailSettings(host));
    expect(refused, host).toMatchObject({ status: 422, error: { message: expect.any(String) } });
  }
  expect((await told("state")).mail.server).toBeNull();
  const login = { user: "rota", pass: MAIL_PASSWORD };
  await set("set-mail", { ...mailSettings("localhost"), ...login });
  const { mail } = await told("state");
  expect(mail.server).toEqual({
    ...{ host: "localhost", port: mails.port, from: "Our Rota <rota@rota.example>" },
    ...{ user: "rota", hasPassword: true },
  });
  // Whoever asks would have it sent to a server of their own.
  expect(await told("set-mail", { ...mailSettings("127.0.0.1"), user: "rota" })).toMatchObject({
    status: 422,
    error: { message: expect.stringContaining("password") },
  });
  areRefused = true;
  expect(await told("test-mail")).toMatchObject({ unsent: expect.stringContaining("451 Not now") });
  areRefused = false;
  await set("set-mail", mailSettings("localhost"));
  expect(await told("test-mail")).toEqual({ status: 200, to: "anna@example.com", unsent: null });
  const invited = await told("invite", { address: "carol@example.com", isMailed: true });
  expect(invited).toMatchObject({ status: 200, unsent: null });
  const refused = await told("invite", { address: "refused@example.com", isMailed: true });
  expect(refused).toMatchObject({ unsent: expect.stringContaining("550") });
  expect(mails.taken).toEqual(["anna@example.com", "carol@example.com"]);
  // Auth's and the functions' mails go there, too.
  await anna.client.auth.resetPasswordForEmail("anna@example.com");
  await eventually(() => expect(mails.taken).toHaveLength(3));
  await set("set-sign-up", { choice: "open" });
  expect((await told("state")).signUp.choice).toBe("open");
});

test("a backup is made, verified and fetched, by its name alone and with the password", async () => {
  const { name } = await told("make-backup");
  const found = async () => (await told("state")).backups[0];
  expect(await found()).toMatchObject({ name, isVerified: false });
  expect(await told("verify-backup", { name })).toEqual({ status: 200 });
  expect(await found()).toMatchObject({ name, isVerified: true });
  const fetched = await ask(anna.token, "download-backup", { name });
  const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  expect(digest(Buffer.from(await fetched.arrayBuffer()))).toBe(
    digest(readFileSync(join(folder, "backups", name))),
  );
  for (const other of ["../secrets.json", "/etc/passwd", "", `../backups/${name}`, "..\\x"]) {
    expect(await told("download-backup", { name: other }), other).toMatchObject({ status: 422 });
  }
  for (const link of [
    `download-backup?name=${name}`,
    `download-backup/${name}`,
    `backups/${name}`,
  ]) {
    expect((await fetch(`${server.url}/operator/v1/${link}`)).status).toBe(404);
  }
});

test("the account is the key: signed out or blocked, nothing is there; the last one stays", async () => {
  const other = await signIn("anna");
  expect((await ask(other.token, "state")).status).toBe(200);
  await other.client.auth.signOut({ scope: "local" });
  expect((await ask(other.token, "state")).status).toBe(404);
  const block = (until: string) =>
    rowsOf(
      server,
      `update auth.users set banned_until = ${until} where email = 'anna@example.com'`,
    );
  await block("now() + interval '1 day'");
  expect((await ask(anna.token, "state")).status).toBe(404);
  await block("null");

  const [annas, bobs] = (await told("state")).people.map(({ id }: { id: string }) => id);
  expect(await told("close", { account: annas })).toMatchObject({
    ...{ status: 422, error: { message: expect.stringContaining("alone runs this server") } },
  });
  await expect(said("close", "anna@example.com")).rejects.toThrow("alone runs this server");
  const own = await anna.client.functions.invoke("close-account", { body: { password: PASSWORD } });
  expect(own.error?.context.status).toBe(409);
  expect(await told("close", { account: bobs })).toEqual({ status: 200 });
  expect((await told("state")).people).toHaveLength(1);
});

test("the shell says who runs it, too; a restore names nobody", async () => {
  const { backups } = await told("state");
  await said("no-operator", "anna@example.com");
  expect((await ask(anna.token, "state")).status).toBe(404);
  await said("operator", "anna@example.com");
  expect((await ask(anna.token, "state")).status).toBe(200);
  expect(await said("people")).toContain("runs this server");
  const restored = await said("restore", join(folder, "backups", backups[0].name), "--replace");
  expect(restored).toContain("nobody runs this server in the browser now");
  anna = await signIn("anna");
  expect((await ask(anna.token, "state")).status).toBe(404);
  await said("operator", "anna@example.com");
});

test("what the environment says wins, and can't be set; the log names no address and no password", async () => {
  const log = server.log();
  server.child.kill("SIGTERM");
  await server.exitCode;
  server = await startServe(folder, port, { SIGN_UP: "closed" });
  const { signUp, mail } = await told("state");
  expect(signUp).toEqual({ choice: "closed", isFixed: true });
  expect(mail).toMatchObject({ isFixed: false, server: { host: "localhost" } });
  expect(await told("set-sign-up", { choice: "open" })).toMatchObject({ status: 422 });
  expect(log).toMatch(
    /operator: close of [\da-f-]{36} 200, account [\da-f-]{36}, from 127\.0\.0\.1/,
  );
  expect(log).toMatch(/operator: download-backup 200, account/);
  expect(log + server.log()).not.toMatch(/@example\.com|mail-canary|rota-secret/);
});
