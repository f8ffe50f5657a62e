import { expect, test, vi } from "vitest";
import { auth, createAccount, newAddress, PASSWORD, succeeded } from "../support/actors.ts";
import { stackUnderTest } from "../support/environment.ts";
import { findMailedLink } from "../support/mailbox.ts";

/** The mails of the auth service: where their links lead, and asking for one once more. */

async function mailedLink(address: string): Promise<URL> {
  const { mailUrl } = stackUnderTest();
  return new URL(await vi.waitUntil(() => findMailedLink(mailUrl, address), 10_000));
}

/** Where a browser ends up that follows the link. */
async function follow(link: URL): Promise<URL> {
  const { headers } = await fetch(link, { redirect: "manual" });
  return new URL(headers.get("location") ?? "", link);
}

const recover = (email: string, redirectTo: string) =>
  auth(null, "POST", `recover?redirect_to=${encodeURIComponent(redirectTo)}`, { email });
const resend = (email: string) => auth(null, "POST", "resend", { type: "signup", email });

test("a link leads to the page of the app that was asked for, and nowhere else", async () => {
  const [email, other] = [newAddress(), newAddress()];
  await Promise.all([createAccount({ email }), createAccount({ email: other })]);
  succeeded(await recover(email, "http://127.0.0.1:5173/reset-password"));
  const page = await follow(await mailedLink(email));
  expect(page.pathname).toBe("/reset-password");
  expect(page.hash).toContain("type=recovery");

  succeeded(await recover(other, "https://evil.example/reset-password"));
  expect((await follow(await mailedLink(other))).hostname).toBe("127.0.0.1");
});

test("a used link leads there, too, with the reason", async () => {
  const email = newAddress();
  await createAccount({ email });
  succeeded(await recover(email, "http://127.0.0.1:5173/reset-password"));
  const link = await mailedLink(email);
  await follow(link);
  const page = await follow(link);
  expect(page.pathname).toBe("/reset-password");
  expect(new URLSearchParams(page.hash.slice(1)).get("error_code")).toBe("otp_expired");
});

test("the mail that confirms an address can be asked for once more", async () => {
  const email = newAddress();
  await createAccount({ email, confirmed: false });
  expect(await resend(email)).toMatchObject({ status: 200, body: {} });
  const page = await follow(await mailedLink(email));
  expect(page.hash).toContain("access_token=");
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
