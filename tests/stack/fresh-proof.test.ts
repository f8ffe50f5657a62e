import { expect, test, vi } from "vitest";
import {
  auth,
  createAccount,
  newAddress,
  newPerson,
  PASSWORD,
  signIn,
  succeeded,
} from "../support/actors.ts";
import { stackUnderTest } from "../support/environment.ts";
import { findMailedLink, verificationOf } from "../support/mailbox.ts";

/** What the embedded Auth asks for where a platform has both mailboxes confirm a new address. */

async function linkMailedTo(address: string) {
  const { mailUrl } = stackUnderTest();
  const link = await vi.waitUntil(() => findMailedLink(mailUrl, address), 10_000);
  return verificationOf(link);
}

test("a token alone moves an account to no other address; the password does", async () => {
  const person = await newPerson("mover");
  const moved = newAddress("moved");
  expect(await auth(person, "PUT", "user", { email: moved })).toMatchObject({
    status: 400,
    body: { error_code: "current_password_required" },
  });
  expect(await findMailedLink(stackUnderTest().mailUrl, moved)).toBeUndefined();

  succeeded(await auth(person, "PUT", "user", { email: moved, current_password: PASSWORD }));
  const link = await linkMailedTo(moved);
  expect(link.type).toBe("email_change");
  await signIn(person.id, person.email);
  succeeded(await auth(null, "POST", "verify", link));
  await signIn(person.id, moved);
});

test("a session that a confirmation began goes on to prove its person, a renewed token included", async () => {
  const email = newAddress("confirmed");
  const id = await createAccount({ email, confirmed: false });
  succeeded(await auth(null, "POST", "resend", { type: "signup", email }));
  const begun = await auth(null, "POST", "verify", await linkMailedTo(email));
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
