import { expect, type Page } from "@playwright/test";
import { keptToken, newSignedInPerson, type SignedInPerson } from "../support/people.ts";
import { addChore } from "./chores.ts";
import { section, test } from "./fixtures.ts";
import { expectToast, item, openTab, toast } from "./steps.ts";

/** An address with somebody's session in it, from an auth mail or a trap, signs nobody in. */

/** An address with somebody's session in it, in an old format of the auth service. */
function sessionLink({ session }: SignedInPerson, type: "signup" | "recovery") {
  const { access_token, refresh_token } = session;
  const rest = { expires_in: "3600", token_type: "bearer", type };
  return `/#${new URLSearchParams({ access_token, refresh_token, ...rest })}`;
}

const FOREIGN = "This link signs nobody in";

for (const type of ["signup", "recovery"] as const) {
  test(`an address with another's session in it (${type}) changes nothing in any tab`, {
    tag: type === "signup" ? "@first" : [],
  }, async ({ page, context, watch, person }) => {
    const mallory = await newSignedInPerson("Mallory");
    await addChore(person, { title: "Sweep" });
    const other = await context.newPage();
    watch(other);
    await openTab(other, "Today");
    const mine = async (tab: Page) => {
      await expect(item(section(tab, "Active"), "Sweep")).toBeVisible();
      expect(await keptToken(tab)).toBe(person.token);
    };

    await page.goto(sessionLink(mallory, type));
    const reason = "It is an old one, or somebody else made it. You are signed in all the same.";
    await expectToast(page, "error", FOREIGN, reason);
    expect(new URL(page.url()).hash).toBe("");
    await mine(page);
    // In a tab with the app open, only the hash changes.
    await other.evaluate((hash) => {
      location.hash = hash;
    }, sessionLink(mallory, type).slice(2));
    await expectToast(other, "error", FOREIGN, reason);
    expect(new URL(other.url()).hash).toBe("");
    for (const tab of [page, other]) {
      await mine(tab);
      await tab.reload();
      await mine(tab);
      await expect(toast(tab, FOREIGN)).toHaveCount(0);
    }
  });

  test(`nor does it (${type}) sign in who is not`, async ({ page }) => {
    const mallory = await newSignedInPerson("Mallory");
    for (const path of ["", "/reset-password", "/confirm"]) {
      await page.goto("about:blank");
      await page.goto(`${path}${sessionLink(mallory, type)}`.replace("//#", "/#"));
      await expect(page.getByRole("alert").filter({ hasText: FOREIGN })).toBeVisible();
      expect(new URL(page.url()).hash).toBe("");
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
    }
  });
}
