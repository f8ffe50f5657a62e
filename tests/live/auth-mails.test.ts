import { expect, test } from "vitest";
import { auth, createAccount, newAddress, PASSWORD, signIn, succeeded } from "../support/actors.ts";
import { stackUnderTest } from "../support/environment.ts";
import { findMailedLink, mailedLink, verificationOf } from "../support/mailbox.ts";

/** The mails of the auth service: the targets of their links, and what a link and a token allow. */

const recover = (email: string, redirectTo = "http://127.0.0.1:5173/reset-password") =>
  auth(null, "POST", `recover?redirect_to=${encodeURIComponent(redirectTo)}`, { email });
const resend = (email: string) => auth(null, "POST", "resend", { type: "signup", email });
const verify = (link: string) => auth(null, "POST", "verify", verificationOf(link));
const signUp = (email: string) => auth(null, "POST", "signup", { email, password: PASSWORD });

const expired = { status: 403, body: { error_code: "otp_expired" } };

test("each link leads to its page of the app, wherever the request wanted it to", async () => {
  const email = newAddress();
  succeeded(await signUp(email));
  const confirmation = await mailedLink(email);
  const { origin, pathname } = new URL(confirmation);
  expect([new URL(origin).hostname, pathname]).toEqual(["127.0.0.1", "/confirm"]);
  expect(verificationOf(confirmation)).toEqual({
    token_hash: expect.stringMatching(/^[0-9a-f]{56,64}$/),
    type: "signup",
  });
  succeeded(await verify(confirmation));

  succeeded(await recover(email, "https://evil.example/reset-password"));
  const recovery = await mailedLink(email, confirmation);
  expect(recovery).toMatch(`${origin}/reset-password?token_hash=`);
  expect(verificationOf(recovery).type).toBe("recovery");
});

test("a link works once, and answers with the account that it is for", async () => {
  const email = newAddress();
  const id = await createAccount({ email });
  succeeded(await recover(email));
  const link = await mailedLink(email);
  expect(await verify(link)).toMatchObject({ status: 200, body: { user: { id, email } } });
  expect(await verify(link)).toMatchObject(expired);
});

test("the mail that confirms an address can be asked for once more", async () => {
  const email = newAddress();
  await createAccount({ email, confirmed: false });
  expect(await resend(email)).toMatchObject({ status: 200, body: {} });
  const link = await mailedLink(email);
  expect(new URL(link).pathname).toBe("/confirm");
  succeeded(await verify(link));
  succeeded(await auth(null, "POST", "token?grant_type=password", { email, password: PASSWORD }));
});

test("asking for it tells nobody whether there is an account, and sends nothing in vain", async () => {
  const confirmed = newAddress();
  await createAccount({ email: confirmed });
  for (const email of [confirmed, newAddress("nobody")]) {
    expect(await resend(email)).toMatchObject({ status: 200, body: {} });
    expect(await findMailedLink(stackUnderTest().mailUrl, email)).toBeUndefined();
  }
});

test("a token alone changes no password; the current one or a mailed link does", async () => {
  const email = newAddress();
  const id = await createAccount({ email });
  const person = await signIn(id, email);
  const set = (password: string, current_password?: string, token = person.token) =>
    auth({ ...person, token }, "PUT", "user", { password, current_password });
  expect(await set("stolen, set again")).toMatchObject({
    status: 400,
    body: { error_code: "current_password_required" },
  });
  expect(await set("stolen, set again", "a guess")).toMatchObject({
    status: 400,
    body: { error_code: "current_password_invalid" },
  });
  succeeded(await auth(person, "PUT", "user", { data: { full_name: "Still Me" } }));
  await signIn(id, email);

  succeeded(await set("known, set again", PASSWORD));
  succeeded(await recover(email));
  const answer = await verify(await mailedLink(email));
  const { access_token } = succeeded<{ access_token: string }>(answer);
  succeeded(await set(PASSWORD, undefined, access_token));
  await signIn(id, email);
});

test("short passwords are refused, no matter who asks", async () => {
  const refusal = { status: 422, body: { error_code: "weak_password" } };
  const email = newAddress();
  for (const password of ["123456", "1234567"]) {
    expect(await auth(null, "POST", "signup", { email, password })).toMatchObject(refusal);
  }
});

test("a new address takes both mailboxes, in any order", async () => {
  const { mailUrl } = stackUnderTest();
  for (const isNewFirst of [true, false]) {
    const email = newAddress("mover");
    const moved = newAddress("moved");
    const person = await signIn(await createAccount({ email }), email);
    succeeded(await auth(person, "PUT", "user", { email: moved }));
    const mailboxes = isNewFirst ? [moved, email] : [email, moved];
    const [first = "", second = ""] = await Promise.all(mailboxes.map((box) => mailedLink(box)));
    expect(verificationOf(first).type).toBe("email_change");
    const accepted = await verify(first);
    expect(accepted.status).toBe(200);
    expect(accepted.body).not.toHaveProperty("access_token");
    expect(await verify(first)).toMatchObject(expired);
    await signIn(person.id, email);
    expect(await verify(second)).toMatchObject({ status: 200, body: { user: { email: moved } } });
    await signIn(person.id, moved);
    expect(await findMailedLink(mailUrl, moved)).toBe(isNewFirst ? first : second);
  }
});

test("a session that a confirmation began goes on to prove its person, a renewed token included", async () => {
  const email = newAddress("confirmed");
  const id = await createAccount({ email, confirmed: false });
  succeeded(await resend(email));
  const begun = await verify(await mailedLink(email));
  const { refresh_token } = succeeded<{ refresh_token: string }>(begun);
  const renewed = await auth(null, "POST", "token?grant_type=refresh_token", { refresh_token });
  const { access_token: token } = succeeded<{ access_token: string }>(renewed);
  succeeded(await auth({ id, email, token }, "PUT", "user", { password: "another password" }));
});

test("a token that is no good is refused as such", async () => {
  const person = { id: "", email: "", token: "made.up.token" };
  const answer = await auth(person, "PUT", "user", { password: "another password" });
  expect([401, 403]).toContain(answer.status);
});
