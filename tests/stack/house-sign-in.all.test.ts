import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { type MutableToken, OAuth2Server } from "oauth2-mock-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { readSecrets } from "../../cli/serve/secrets.ts";
import { findPortBase } from "../../stack/ports.ts";
import { requireBrowser } from "../support/browser.ts";
import { turnOn } from "../support/second-factor.ts";
import { besideServe, rowsOf, type ServeProcess, startServe } from "../support/serve-process.ts";

/** A server with an issuer: who gets in by it, into which account, and what passwords still open. */

const PASSWORD = "rota-secret-1";
const issuer = new OAuth2Server();
const settings: Record<string, string> = {
  OIDC_CLIENT_ID: "rota",
  OIDC_CLIENT_SECRET: "secret",
  OIDC_NAME: "Our door",
};
let browser: Browser;
let place = "";
let folder = "";
let port = 0;
let url = "";
let server: ServeProcess;
let claims: Record<string, unknown> = {};

async function start(more: Record<string, string> = {}): Promise<void> {
  server = await startServe(folder, port, { ...settings, ...more });
}

async function stop(): Promise<void> {
  server.child.kill("SIGTERM");
  expect(await server.exitCode).toBe(0);
}

const said = async (...args: string[]) => (await besideServe({ url }, ...args)).stdout.trim();
const sql = (text: string) => rowsOf(server, text);

beforeAll(async () => {
  await issuer.issuer.keys.generate("RS256");
  await issuer.start(0, "localhost");
  issuer.service.on("beforeTokenSigning", ({ payload }: MutableToken) => {
    Object.assign(payload, { aud: "rota", ...claims });
  });
  browser = await chromium.launch({
    executablePath: requireBrowser(console.log),
    args: ["--no-sandbox"],
  });
  settings.OIDC_ISSUER = issuer.issuer.url ?? "";
  place = mkdtempSync(join(tmpdir(), "rota-house-"));
  folder = join(place, "data");
  port = await findPortBase(1);
  url = `http://localhost:${port}`;
  await start();
});

afterAll(async () => {
  server?.child.kill("SIGTERM");
  await server?.exitCode;
  await browser?.close();
  await issuer.stop();
  rmSync(place, { recursive: true, force: true });
});

const newClient = () =>
  createClient(url, readSecrets(folder).publishable, {
    auth: { flowType: "pkce", persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
type Client = ReturnType<typeof newClient>;

/** Makes an account with a printed link and a password. */
async function makeAccount(email: string): Promise<Client> {
  const client = newClient();
  const link = new URL(await said("invite", "--data", folder)).searchParams.get("sign_up");
  const data = { full_name: "Ann", sign_up_link: link };
  const { error } = await client.auth.signUp({ email, password: PASSWORD, options: { data } });
  expect(error).toBeNull();
  return client;
}

/** A person of the issuer; `email_verified` unless said otherwise. */
function be(sub: string, email: string, email_verified = true): void {
  claims = { sub, email, email_verified };
}

/** Goes where a browser would, from the issuer back to the app's page. */
async function follow(address: string): Promise<URL> {
  let at = new URL(address);
  for (let steps = 0; at.pathname !== "/sign-in" && steps < 5; steps++) {
    const { headers } = await fetch(at, { redirect: "manual" });
    at = new URL(headers.get("location") ?? "", at);
  }
  return at;
}

async function finish(client: Client, address: string | null | undefined) {
  const code = (await follow(address ?? "")).searchParams.get("code") ?? "";
  const { data, error } = await client.auth.exchangeCodeForSession(code);
  return { user: data.user, refusal: error?.code };
}

async function signIn(client = newClient()) {
  const options = { skipBrowserRedirect: true };
  const { data } = await client.auth.signInWithOAuth({ provider: "custom:house", options });
  return finish(client, data.url);
}

async function connect(client: Client) {
  const options = { skipBrowserRedirect: true };
  const { data } = await client.auth.linkIdentity({ provider: "custom:house", options });
  return finish(client, data.url);
}

/** Ends the connection of the client's account; resolves to the refusal. */
async function disconnect(client: Client): Promise<string | undefined> {
  const { data } = await client.auth.getUserIdentities();
  const identity = data?.identities.find(({ provider }) => provider === "custom:house");
  if (!identity) return "not connected";
  return (await client.auth.unlinkIdentity(identity)).error?.code;
}

const accounts = async () =>
  (await sql("select email from auth.users order by email")).map(({ email }) => email);

test("an account is connected from its own session alone, and is found by the issuer's name for a person", async () => {
  be("sub-ann", "ann@example.com");
  expect((await signIn()).refusal).toBe("signup_disabled");
  const ann = await makeAccount("ann@example.com");
  const { data } = await ann.auth.getUser();
  // The same address, said to be confirmed, links nothing.
  expect((await signIn()).refusal).toBe("email_exists");
  expect((await connect(ann)).user?.id).toBe(data.user?.id);
  const client = newClient();
  expect((await signIn(client)).user?.id).toBe(data.user?.id);
  expect((await client.rpc("list_tasks")).error).toBeNull();
  // Another address at the issuer is still this person, whose own address here stays.
  be("sub-ann", "moved@example.com");
  expect((await signIn()).user).toMatchObject({ id: data.user?.id, email: "ann@example.com" });
  // Somebody else who has the address there now is nobody here.
  be("sub-thief", "ann@example.com");
  expect((await signIn()).refusal).toBe("email_exists");
  expect(await accounts()).toEqual(["ann@example.com"]);
});

test("one person of the issuer opens one account", async () => {
  be("sub-bob", "bob@example.com");
  const bob = await makeAccount("bob@example.com");
  be("sub-ann", "bob@example.com");
  expect((await connect(bob)).refusal).toBe("identity_already_exists");
  be("sub-bob", "bob@example.com");
  expect((await connect(bob)).refusal).toBeUndefined();
  expect((await connect(bob)).refusal).toBeUndefined();
  const [{ count }] = await sql(
    "select count(*)::int from auth.identities where provider = 'custom:house'",
  );
  expect(count).toBe(2);
});

test("nobody connects with a session that has ended", async () => {
  const ann = newClient();
  await ann.auth.signInWithPassword({ email: "ann@example.com", password: PASSWORD });
  const options = { skipBrowserRedirect: true };
  const { data } = await ann.auth.linkIdentity({ provider: "custom:house", options });
  be("sub-third", "third@example.com");
  const back = await follow(data?.url ?? "");
  await sql(
    "delete from auth.sessions using auth.users where user_id = users.id and email like 'ann@%'",
  );
  const { error } = await ann.auth.exchangeCodeForSession(back.searchParams.get("code") ?? "");
  expect(error?.code).toBe("no_authorization");
});

test("who is blocked stays out, and the log has each sign-in without an address", async () => {
  await sql("update auth.users set banned_until = 'infinity' where email = 'bob@example.com'");
  be("sub-bob", "bob@example.com");
  expect((await signIn()).refusal).toBe("user_banned");
  await sql("update auth.users set banned_until = null");
  expect((await signIn()).refusal).toBeUndefined();
  expect(server.log()).toMatch(/sign-in by the issuer: account [\da-f-]{36}/);
  expect(server.log()).toMatch(/sign-in by the issuer refused \(user_banned\)/);
  expect(server.log()).not.toContain("example.com");
});

test("an account is disconnected from its own session, and connected again", async () => {
  be("sub-bob", "bob@example.com");
  const bob = newClient();
  await bob.auth.signInWithPassword({ email: "bob@example.com", password: PASSWORD });
  const ann = newClient();
  await ann.auth.signInWithPassword({ email: "ann@example.com", password: PASSWORD });
  const theirs = (await bob.auth.getUserIdentities()).data?.identities ?? [];
  for (const identity of theirs) {
    expect((await ann.auth.unlinkIdentity(identity)).error?.code).toBe("identity_not_found");
  }
  expect((await newClient().auth.unlinkIdentity(theirs[0] as never)).error).not.toBeNull();
  const own = theirs.find(({ provider }) => provider === "email");
  expect((await bob.auth.unlinkIdentity(own as never)).error?.code).toBe(
    "single_identity_not_deletable",
  );
  expect(await disconnect(bob)).toBeUndefined();
  expect(await disconnect(bob)).toBe("not connected");
  expect((await signIn()).refusal).toBe("email_exists");
  expect((await connect(bob)).refusal).toBeUndefined();
  expect((await signIn()).user?.email).toBe("bob@example.com");
});

test("the issuer's word is no code: an account's second factor is asked for after it", async () => {
  be("sub-bob", "bob@example.com");
  const bob = newClient();
  await signIn(bob);
  await turnOn(bob);
  const half = newClient();
  await signIn(half);
  const { data } = await half.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(data).toMatchObject({
    ...{ currentLevel: "aal1", nextLevel: "aal2" },
    currentAuthenticationMethods: [{ method: "oauth" }],
  });
  expect((await half.rpc("list_tasks")).error?.message).toBe("UNAUTHENTICATED");
  expect(await disconnect(half)).toBe("no_authorization");
  const options = { skipBrowserRedirect: true };
  const linked = await half.auth.linkIdentity({ provider: "custom:house", options });
  expect(linked.error?.code).toBe("no_authorization");
  // It is nobody else's.
  const ann = newClient();
  await ann.auth.signInWithPassword({ email: "ann@example.com", password: PASSWORD });
  const { error } = await ann.auth.linkIdentity({ provider: "custom:house", options });
  expect(error).toBeNull();
  const [factor] = (await bob.auth.mfa.listFactors()).data?.totp ?? [];
  expect((await bob.auth.mfa.unenroll({ factorId: factor?.id ?? "" })).error).toBeNull();
});

test("a backup keeps who is whose, and a restored server knows them", async () => {
  const file = join(place, "rota.backup");
  await said("backup", file, "--data", folder);
  await stop();
  folder = join(place, "restored");
  await said("restore", file, "--data", folder);
  await start();
  be("sub-ann", "elsewhere@example.com");
  const { user } = await signIn();
  expect(user?.email).toBe("ann@example.com");
  expect(JSON.stringify(user?.app_metadata)).not.toContain("sub-ann");
});

test("in the browser: an account is connected in Settings, and the button signs in from then on", async () => {
  be("sub-eve", "eve@example.com");
  await makeAccount("eve@example.com");
  const page = await browser.newPage({ baseURL: url });
  await page.goto("/");
  await page.getByLabel("Email").fill("eve@example.com");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByRole("heading", { name: "Today" }).first().waitFor();
  await page.goto("/settings/profile");
  await page.getByRole("button", { name: "Connect Our door" }).click();
  await page.getByText("Connected: you can sign in with Our door.").waitFor();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("button", { name: "Connect Our door" }).click();
  await page.getByText("Connected: you can sign in with Our door.").waitFor();
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain("rota.sign-in");
  const other = await browser.newPage({ baseURL: url });
  await other.goto("/");
  await other.getByRole("button", { name: "Continue with Our door" }).click();
  await other.getByRole("heading", { name: "Today" }).first().waitFor();
  await other.goto("/settings/profile");
  await other.getByText("eve@example.com").first().waitFor();
  be("sub-nobody", "nobody@example.com");
  const third = await browser.newPage({ baseURL: url });
  await third.goto("/");
  await third.getByRole("button", { name: "Continue with Our door" }).click();
  await third.getByText("Nobody has invited nobody@example.com yet").waitFor();
});

test("without passwords the issuer alone opens accounts, and makes them where anybody may", async () => {
  await stop();
  await start({ PASSWORDS: "off", SIGN_UP: "open" });
  const client = newClient();
  const refusals = [
    await client.auth.signInWithPassword({ email: "ann@example.com", password: PASSWORD }),
    await client.auth.signUp({ email: "new@example.com", password: PASSWORD }),
    await client.auth.resetPasswordForEmail("ann@example.com"),
  ];
  for (const { error } of refusals) expect(error?.code).toBe("email_provider_disabled");
  be("sub-ann", "ann@example.com");
  await signIn(client);
  const change = await client.auth.updateUser({ password: "another-secret-2" });
  expect(change.error?.code).toBe("email_provider_disabled");
  expect(await disconnect(client)).toBe("single_identity_not_deletable");
  be("sub-dan", "dan@example.com", false);
  expect((await signIn()).refusal).toBe("provider_email_needs_verification");
  be("sub-dan", "Dan@Example.com");
  const both = await Promise.all([signIn(), signIn()]);
  expect(new Set(both.map(({ user }) => user?.email))).toEqual(new Set(["dan@example.com"]));
  expect(await accounts()).toEqual([
    ...["ann", "bob", "dan", "eve"].map((name) => `${name}@example.com`),
  ]);
});

test("passwords are back on by a start without the setting; an account without one gets none by a session", async () => {
  await stop();
  await start();
  const ann = newClient();
  const signed = await ann.auth.signInWithPassword({
    email: "ann@example.com",
    password: PASSWORD,
  });
  expect(signed.error).toBeNull();
  be("sub-dan", "dan@example.com");
  const dan = newClient();
  await signIn(dan);
  const change = await dan.auth.updateUser({ password: "another-secret-2" });
  expect(change.error?.code).toBe("current_password_required");
  expect(await disconnect(dan)).toBe("single_identity_not_deletable");
});
