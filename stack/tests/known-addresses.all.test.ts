import { afterAll, beforeAll, expect, test } from "vitest";
import { type Callers, callersOf, newAddress, PASSWORD } from "./support/callers.ts";
import { startTestStack, type TestStack } from "./support/test-stack.ts";

/** The embedded Auth must answer like the platform about addresses that have an account. */

let stack: TestStack;
let callers: Callers;
beforeAll(async () => {
  stack = await startTestStack();
  callers = callersOf(stack);
}, 120_000);
afterAll(async () => {
  await callers?.close();
  await stack?.stop();
});

const recover = (email: string) => callers.auth(null, "POST", "recover", { email });
const signUp = (email: string, password = PASSWORD) =>
  callers.auth(null, "POST", "signup", { email, password, data: { full_name: "Somebody" } });

/** Sets the time of the account's last mail to so many seconds ago, or in the future. */
const mailSent = (email: string, secondsAgo: number) =>
  callers.sql(
    `update auth.users set
       recovery_sent_at = now() - make_interval(secs => $2),
       confirmation_sent_at = now() - make_interval(secs => $2)
     where email = $1`,
    [email, secondsAgo],
  );

const tooSoon = {
  status: 429,
  body: {
    code: 429,
    error_code: "over_email_send_rate_limit",
    msg: expect.stringMatching(
      /^For security purposes, you can only request this after \d+ seconds\.$/,
    ),
  },
};

test("a sign-up with the address of an account looks as any other, and does nothing", async () => {
  const email = newAddress("known");
  const id = await callers.createAccount(email);
  const answer = await signUp(email.toUpperCase(), "another password");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-sb-error-code")).toBeNull();
  const user = answer.body;
  expect(user).toMatchObject({ aud: "authenticated", email, identities: [] });
  expect(user.user_metadata).toEqual({ full_name: "Somebody" });
  expect(user.id).not.toBe(id);
  const fresh = (await signUp(newAddress("unknown"))).body;
  expect(Object.keys(user).sort()).toEqual(Object.keys(fresh).sort());

  expect(await callers.mailedLink(email)).toBeUndefined();
  expect((await callers.signIn(email, "another password")).status).toBe(400);
  expect((await callers.signIn(email)).status).toBe(200);
});

test("what is wrong with a sign-up is said before it is known whose address it is", async () => {
  const email = newAddress("known");
  await callers.createAccount(email);
  for (const address of [email, newAddress("unknown")]) {
    expect(await signUp(address, "short")).toMatchObject({
      status: 422,
      body: { error_code: "weak_password" },
    });
  }
});

test("a sign-up again before the address is confirmed has to wait for the mail's distance", async () => {
  const email = newAddress("waiting");
  expect((await signUp(email)).status).toBe(200);
  await mailSent(email, -60);
  expect(await signUp(email)).toMatchObject(tooSoon);
});

test("mails of one kind to one account keep the distance of config.toml", async () => {
  const email = newAddress("forgetful");
  await callers.createAccount(email);
  expect((await recover(email)).status).toBe(200);
  const first = await callers.mailedLink(email);
  expect(first).toBeDefined();
  await mailSent(email, -60);
  expect(await recover(email)).toMatchObject(tooSoon);
  expect(await callers.mailedLink(email)).toBe(first);
  // One second, in the local settings.
  await mailSent(email, 2);
  expect((await recover(email)).status).toBe(200);
  expect(await callers.mailedLink(email)).not.toBe(first);
});

test("an address without an account can be asked about at any time", async () => {
  const email = newAddress("nobody");
  for (const ask of [recover, recover]) {
    expect(await ask(email)).toMatchObject({ status: 200, body: {} });
  }
  expect(await callers.mailedLink(email)).toBeUndefined();
});
