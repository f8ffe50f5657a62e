import { expect } from "@playwright/test";
import { newHousehold } from "../support/households.ts";
import { newSignedInPerson } from "../support/people.ts";
import { REFUSED, test } from "./fixtures.ts";
import { mailedInvitation } from "./household-steps.ts";
import { expectToast } from "./steps.ts";

/** From an address that a keeper types to a person in the household, by mail. */

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
