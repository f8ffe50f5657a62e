import { expect } from "@playwright/test";
import { newHousehold } from "../support/households.ts";
import { newSignedInPerson } from "../support/people.ts";
import { REFUSED, test } from "./fixtures.ts";
import { invitationLink, mailedInvitation } from "./household-steps.ts";
import { expectToast } from "./steps.ts";

/** Invitations to a household: sent again, withdrawn, and kept until there is an account. */

test("sent again or revoked, earlier links are over", async ({
  page,
  person,
  openBrowserOf,
  expectErrors,
}) => {
  expectErrors(REFUSED(422));
  const id = await newHousehold(person, "The flat");
  const robin = await newSignedInPerson("Robin Roommate");
  await page.goto(`/household/${id}`);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Email").fill(robin.email);
  await page.getByRole("dialog").getByLabel("Role").selectOption("helper");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Send the invitation" }).click();
  const first = await mailedInvitation(robin.email, 1);
  const again = page.getByRole("button", { name: `Send again to ${robin.email}` });
  await again.press("Enter");
  await expectToast(page, "success", "Sent again");
  await expect(again).toBeFocused();
  const second = await mailedInvitation(robin.email, 2);
  await again.press("Enter");
  const once = "You have sent this invitation again within the last 24 hours.";
  await expectToast(page, "error", "Limit Reached", once);

  const robins = await openBrowserOf(robin);
  await robins.goto(first);
  await expect(robins.getByText("This link no longer works")).toBeVisible();
  // Pasted over the first one, which loads no new page.
  await robins.goto(second);
  await expect(
    robins.getByRole("heading", { name: "Petra Person invites you to The flat" }),
  ).toBeVisible();
  await page.getByRole("button", { name: `Withdraw ${robin.email}` }).click();
  await expectToast(page, "success", "Invitation withdrawn");
  await expect(page.getByRole("list", { name: "Open invitations" })).toHaveCount(0);
  await robins.reload();
  await expect(robins.getByText("This link no longer works")).toBeVisible();
});

test("a newcomer with a new account is asked to join", async ({ page, person, openBrowser }) => {
  const id = await newHousehold(person, "The flat");
  await page.goto(`/household/${id}`);
  const link = await invitationLink(page);
  const newcomer = await openBrowser();
  await newcomer.goto(link);
  await expect(
    newcomer.getByRole("heading", { name: "Petra Person invites you to The flat" }),
  ).toBeVisible();
  const account = await newSignedInPerson("Nele New");
  // The mail's link opens the app at another address than the invitation did.
  await newcomer.goto("/");
  await newcomer.getByRole("tab", { name: "Sign In" }).click();
  await newcomer.getByLabel("Email").fill(account.email);
  await newcomer.getByLabel("Password", { exact: true }).fill("a password for tests");
  await newcomer.getByRole("button", { name: "Sign In", exact: true }).click();
  await newcomer.getByRole("button", { name: "Join" }).click();
  await expectToast(newcomer, "success", "Welcome");
  await newcomer.goto("/");
  await expect(newcomer.getByRole("tab", { name: "Today" })).toBeVisible();
  await expect(newcomer).toHaveURL(/\/$/);
});
