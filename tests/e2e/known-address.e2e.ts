import { expect, type Locator, type Page } from "@playwright/test";
import { createAccount, PASSWORD } from "../support/actors.ts";
import { sql } from "../support/sql.ts";
import { newAddress, REFUSED, test } from "./fixtures.ts";
import { calls, expectToast, hold, installClock, toast } from "./steps.ts";

/** Nothing in the app reveals whether an address has an account. */

/** Fills the form for a mail to an address; resolves to its button. */
type Prepare = (page: Page, email: string) => Promise<Locator>;

const prepareSignUp: Prepare = async (page, email) => {
  await page.goto("/");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  const form = page.getByRole("form", { name: "Sign Up" });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password").fill(PASSWORD);
  return form.getByRole("button", { name: "Sign Up" });
};

const prepareReset: Prepare = async (page, email) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Forgot Password?" }).click();
  await page.getByRole("dialog").getByLabel("Email address").fill(email);
  return page.getByRole("button", { name: "Send reset email" });
};

const prepareResend: Prepare = async (page, email) => {
  // Otherwise only the hash would change, and the page would stay.
  await page.goto("about:blank");
  await page.goto("/#error=access_denied&error_code=otp_expired");
  await page.getByRole("button", { name: "Send a new link" }).click();
  await page.getByRole("dialog").getByLabel("Email address").fill(email);
  return page.getByRole("button", { name: "Send confirmation email" });
};

/** Sets the account's last mail to just now, however long this takes. */
const mailJustSent = (email: string) =>
  sql(
    `update auth.users set recovery_sent_at = now() + interval '1 minute',
       confirmation_sent_at = now() + interval '1 minute' where email = $1`,
    [email],
  );

const SENT = "If there's an account with that email, a reset link has been sent.";

const MAILS = [
  { kind: "a reset", prepare: prepareReset, call: calls.recover, told: SENT, confirmed: true },
  {
    kind: "a confirmation again",
    prepare: prepareResend,
    call: calls.resend,
    told: "If there's an account with that email to confirm, a link has been sent.",
    confirmed: false,
  },
  {
    kind: "a sign-up",
    prepare: prepareSignUp,
    call: calls.signUp,
    told: "Account Created!",
    confirmed: false,
  },
];

for (const { kind, prepare, call, told, confirmed } of MAILS) {
  test(`${kind}, twice in a row: known and unknown addresses are told the same, after the same time`, async ({
    page,
    expectErrors,
  }) => {
    expectErrors(REFUSED(429));
    await installClock(page);

    /** Requests the mail; resolves to the page's content just before the answer, and after it. */
    async function ask(email: string, answered: () => Promise<unknown>) {
      const button = await prepare(page, email);
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
      const shown = async () =>
        (await page.locator("body").ariaSnapshot()).replaceAll(email, "the address");
      const asked = answered();
      await button.click();
      await asked;
      await page.clock.runFor(1_900);
      await expect(button).toBeDisabled();
      await expect(toast(page, told)).toHaveCount(0);
      const before = await shown();
      await page.clock.runFor(100);
      await expectToast(page, "success", told);
      const then = await shown();
      await page.clock.resume();
      return { before, then };
    }
    const status = async () => (await page.waitForResponse(call)).status();
    const refused = async () => expect(await status()).toBe(429);
    const taken = async () => expect(await status()).toBe(200);

    const [known, unknown] = [newAddress("known"), newAddress("unknown")];
    await createAccount({ email: known, confirmed });
    const outcomes = [await ask(unknown, taken)];
    if (kind === "a sign-up") await mailJustSent(unknown);
    outcomes.push(await ask(unknown, kind === "a sign-up" ? refused : taken));
    outcomes.push(await ask(known, taken));
    await mailJustSent(known);
    outcomes.push(await ask(known, refused));
    // A slow mail server is only asked for known addresses.
    const release = await hold(page, call);
    outcomes.push(await ask(known, () => page.waitForRequest(call)));
    release();
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
  });
}
