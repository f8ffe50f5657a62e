import { afterAll, beforeAll, expect, test } from "vitest";
import { type Callers, callersOf, newAddress, PASSWORD } from "./support/callers.ts";
import { startTestStack, type TestStack } from "./support/test-stack.ts";

/**
 * The answers of supabase/auth 2.196.0 (commit bc32168e) to these calls, with both stacks configured alike; the
 * embedded Auth must answer the same. README.md lists the exceptions.
 */

let stack: TestStack;
let callers: Callers;
beforeAll(async () => {
  stack = await startTestStack((toml) =>
    toml.replace(
      /max_frequency = .*/,
      'max_frequency = "60s"\nrequire_current_password = true\ndouble_confirm_changes = true',
    ),
  );
  callers = callersOf(stack);
}, 120_000);
afterAll(async () => {
  await callers?.close();
  await stack?.stop();
});

type Answer = Awaited<ReturnType<Callers["auth"]>>;

/** The status, `error_code` and `msg` of an answer, as one line. */
const told = ({ status, body, headers }: Answer) => {
  expect(headers.get("x-sb-error-code"), "the header says the same").toBe(body.error_code ?? null);
  const msg = String(body.msg ?? "").replace(/\d+ seconds/, "N seconds");
  return [status, body.error_code, msg].filter(Boolean).join(" ");
};

const WEAK = "422 weak_password Password should be at least 8 characters.";
const TOO_LONG = "400 validation_failed Password cannot be longer than 72 characters";
const NO_CURRENT =
  "400 current_password_required Current password required when setting new password.";
const WRONG_CURRENT =
  "400 current_password_invalid Current password required when setting new password.";
const SAME = "422 same_password New password should be different from the old password.";
const NO_SESSION = "403 session_not_found Session from session_id claim in JWT does not exist";
const NO_RENEWAL = "400 refresh_token_not_found Invalid Refresh Token: Refresh Token Not Found";
const EXPIRED = "403 otp_expired Email link is invalid or has expired";
const INVALID = "400 invalid_credentials Invalid login credentials";
const BANNED = "403 user_banned User is banned";
const TOO_SOON =
  "429 over_email_send_rate_limit For security purposes, you can only request this after N seconds.";

const post = (path: string, body: object) => callers.auth(null, "POST", path, body);
const update = (person: { id: string; email: string; token: string }, body: object) =>
  callers.auth(person, "PUT", "user", body);
const renew = (refresh_token: unknown) => post("token?grant_type=refresh_token", { refresh_token });

async function newDevice(email: string) {
  const { status, body } = await callers.signIn(email);
  expect(status).toBe(200);
  return { token: String(body.access_token), renewal: body.refresh_token };
}

/** A link of the newest mail to an address, in the form that the app sends. */
async function linkTo(address: string, type: string) {
  const link = new URL((await callers.mailedLink(address)) ?? "");
  return {
    type,
    token_hash: link.searchParams.get("token_hash") ?? link.searchParams.get("token"),
  };
}

test("a new password: what is asked, in this order, and whose sessions it ends", async () => {
  const person = await callers.newPerson();
  const other = await newDevice(person.email);
  const own = await newDevice(person.email);
  const set = async (password: string, current_password?: string) =>
    told(await update({ ...person, token: own.token }, { password, current_password }));
  expect(await set("a new password")).toBe(NO_CURRENT);
  expect(await set("a new password", "")).toBe(NO_CURRENT);
  expect(await set("a new password", "wrong")).toBe(WRONG_CURRENT);
  expect(await set("short", "wrong")).toBe(WEAK);
  expect(await set("a".repeat(73), "wrong")).toBe(TOO_LONG);
  expect(await set(PASSWORD, PASSWORD)).toBe(SAME);
  expect(await set("a new password", PASSWORD)).toBe("200");

  expect(told(await callers.auth({ ...person, token: other.token }, "GET", "user"))).toBe(
    NO_SESSION,
  );
  expect(told(await renew(other.renewal))).toBe(NO_RENEWAL);
  expect(told(await renew(own.renewal))).toBe("200");
});

test("signed out everywhere, a token sets no password", async () => {
  const person = await callers.newPerson();
  expect((await callers.auth(person, "POST", "logout?scope=global")).status).toBe(204);
  expect(told(await callers.auth(person, "POST", "logout?scope=global"))).toBe(NO_SESSION);
  expect(told(await update(person, { password: "a new password" }))).toBe(NO_SESSION);
});

test("a new address: both mailboxes, no password, and a minute between two of them", async () => {
  const person = await callers.newPerson();
  const taken = await callers.newPerson();
  const [moved, elsewhere] = [newAddress("moved"), newAddress("elsewhere")];
  expect(told(await update(person, { email: taken.email }))).toBe(
    "422 email_exists A user with this email address has already been registered",
  );
  expect(told(await update(person, { email: moved }))).toBe("200");
  expect(told(await update(person, { email: elsewhere }))).toBe(TOO_SOON);
  expect(await callers.mailedLink(elsewhere)).toBeUndefined();

  const links = await Promise.all([moved, person.email].map((to) => linkTo(to, "email_change")));
  const [ofNew = {}, ofOld = {}] = links;
  expect((await post("verify", ofNew)).body).toEqual({
    code: "200",
    msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
  });
  expect(told(await post("verify", ofNew))).toBe(EXPIRED);
  expect((await callers.signIn(person.email)).status).toBe(200);
  expect((await post("verify", ofOld)).body).toMatchObject({ user: { email: moved } });
  expect(told(await callers.signIn(person.email))).toBe(INVALID);
  expect((await callers.signIn(moved)).status).toBe(200);
  expect((await callers.auth(person, "GET", "user")).body).toMatchObject({ email: moved });
});

test("a link to a new address that is older than an hour counts for neither mailbox", async () => {
  const person = await callers.newPerson();
  const moved = newAddress("moved");
  expect(told(await update(person, { email: moved }))).toBe("200");
  await callers.sql(
    "update auth.users set email_change_sent_at = now() - interval '3700 seconds' where id = $1",
    [person.id],
  );
  for (const box of [moved, person.email]) {
    expect(told(await post("verify", await linkTo(box, "email_change")))).toBe(EXPIRED);
  }
});

test("a blocked account gets in nowhere", async () => {
  const person = await callers.newPerson();
  const device = await newDevice(person.email);
  await callers.sql("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
    person.id,
  ]);
  for (const password of [PASSWORD, "wrong"]) {
    expect(told(await callers.signIn(person.email, password))).toBe(
      "400 user_banned User is banned",
    );
  }
  expect(told(await renew(device.renewal))).toBe(
    "400 user_banned Invalid Refresh Token: User Banned",
  );
  expect(told(await callers.auth(person, "GET", "user"))).toBe(BANNED);
  expect(told(await callers.auth(person, "POST", "logout?scope=local"))).toBe(BANNED);
  const change = { password: "a new password", current_password: PASSWORD };
  expect(told(await update(person, change))).toBe(BANNED);
  expect(told(await post("recover", { email: person.email }))).toBe("200");
  expect(told(await post("verify", await linkTo(person.email, "recovery")))).toBe(BANNED);

  await callers.sql("update auth.users set banned_until = now() where id = $1", [person.id]);
  expect((await callers.signIn(person.email)).status).toBe(200);
});

test("a renewal that was used: the same answer for ten seconds, then none", async () => {
  const { renewal } = await newDevice((await callers.newPerson()).email);
  const renewed = await renew(renewal);
  expect((await renew(renewal)).body.refresh_token).toBe(renewed.body.refresh_token);
  expect((await renew(renewed.body.refresh_token)).status).toBe(200);
  await callers.sql(
    "update auth.refresh_tokens set updated_at = now() - interval '1 minute' where token = $1",
    [renewal],
  );
  expect(told(await renew(renewal))).toBe(
    "400 refresh_token_already_used Invalid Refresh Token: Already Used",
  );
  expect(told(await renew("nonsense"))).toBe("400 validation_failed Refresh token is not valid");
});

test("an account that is made by an administrator, confirmed or not, and who may make one", async () => {
  const email = newAddress("Made");
  const make = (token: string, more: object = {}) =>
    callers.auth({ id: "", email: "", token }, "POST", "admin/users", {
      ...{ email, password: PASSWORD, email_confirm: true },
      ...{ user_metadata: { full_name: "Mae" }, ...more },
    });
  expect(told(await callers.auth(null, "POST", "admin/users", { email }))).toBe(
    "401 no_authorization This endpoint requires a valid Bearer token",
  );
  const person = await callers.newPerson();
  for (const token of [stack.publishableKey, person.token]) {
    expect(told(await make(token))).toBe("403 not_admin User not allowed");
  }
  const made = await make(stack.secretKey);
  expect(made).toMatchObject({ status: 200, body: { email: email.toLowerCase() } });
  const { body } = await callers.signIn(email);
  expect(body.user).toMatchObject({
    ...{ id: made.body.id, role: "authenticated", email_confirmed_at: expect.any(String) },
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: { full_name: "Mae", email_verified: true },
    identities: [{ provider: "email", identity_data: { email: email.toLowerCase() } }],
  });
  expect(told(await make(stack.secretKey, { password: "another password" }))).toBe(
    "422 email_exists A user with this email address has already been registered",
  );
  expect((await callers.signIn(email)).status).toBe(200);

  const unconfirmed = newAddress();
  expect((await make(stack.secretKey, { email: unconfirmed, email_confirm: false })).status).toBe(
    200,
  );
  expect(told(await callers.signIn(unconfirmed))).toBe(
    "400 email_not_confirmed Email not confirmed",
  );
});

test("an account that was deleted, and who may delete one", async () => {
  const person = await callers.newPerson();
  const device = await newDevice(person.email);
  const erase = (id: string, token: string) =>
    callers.auth({ ...person, token }, "DELETE", `admin/users/${id}`);
  const { secretKey, publishableKey } = stack;
  expect(told(await callers.auth(null, "DELETE", `admin/users/${person.id}`))).toBe(
    "401 no_authorization This endpoint requires a valid Bearer token",
  );
  for (const token of [publishableKey, person.token]) {
    expect(told(await erase(person.id, token))).toBe("403 not_admin User not allowed");
  }
  expect(told(await erase("nonsense", secretKey))).toBe(
    "404 validation_failed user_id must be an UUID",
  );
  expect(told(await erase(person.id, secretKey))).toBe("200");
  expect(told(await erase(person.id, secretKey))).toBe("404 user_not_found User not found");

  const gone = "403 user_not_found User from sub claim in JWT does not exist";
  expect(told(await callers.auth(person, "GET", "user"))).toBe(gone);
  const change = { password: "a new password", current_password: PASSWORD };
  expect(told(await update(person, change))).toBe(gone);
  expect(told(await renew(device.renewal))).toBe(NO_RENEWAL);
  expect(told(await callers.signIn(person.email))).toBe(INVALID);
  expect(told(await post("recover", { email: person.email }))).toBe("200");
});

test.each([
  [
    "signup",
    { password: PASSWORD, email: "nonsense" },
    "400 validation_failed Unable to validate email address: invalid format",
  ],
  ["signup", { password: "short", email: newAddress() }, WEAK],
  ["signup", { password: "a".repeat(73), email: newAddress() }, TOO_LONG],
  ["signup", { email: newAddress() }, "400 validation_failed Signup requires a valid password"],
  [
    "signup",
    { password: PASSWORD },
    "422 anonymous_provider_disabled Anonymous sign-ins are disabled",
  ],
  ["recover", {}, "400 validation_failed Password recovery requires an email"],
  ["recover", { email: newAddress() }, "200"],
  ["resend", { type: "signup", email: newAddress() }, "200"],
  ["resend", { type: "signup" }, "400 validation_failed Type provided requires an email address"],
  ["verify", { type: "signup", token_hash: "ab".repeat(28) }, EXPIRED],
  ["verify", { type: "email_change", token_hash: "ab".repeat(28) }, EXPIRED],
  [
    "verify",
    { token_hash: "ab".repeat(28) },
    "400 validation_failed Verify requires a verification type",
  ],
  [
    "verify",
    { type: "constructor", token_hash: "ab" },
    "400 validation_failed Invalid email verification type",
  ],
  ["token?grant_type=password", { email: newAddress() }, INVALID],
  [
    "token",
    { email: newAddress(), password: PASSWORD },
    "400 invalid_credentials unsupported_grant_type",
  ],
])("POST %s %j", async (path, body, answer) => {
  expect(told(await post(path, body))).toBe(answer);
});
