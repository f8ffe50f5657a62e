import { expect } from "@playwright/test";
import { PASSWORD } from "../support/actors.ts";
import { newHousehold } from "../support/households.ts";
import { newSignedInPerson } from "../support/people.ts";
import { addChore } from "./chores.ts";
import { newAddress, REFUSED, section, test } from "./fixtures.ts";
import { chooseForPerson, mailedInvitation } from "./household-steps.ts";
import { expectToast, item } from "./steps.ts";

/** From an address that a keeper types to a person in the household, by mail. */

test("an address is invited by mail: two taps from the mail to Today", async ({
  page,
  person,
  openBrowser,
}) => {
  const id = await newHousehold(person, "The flat", ["Carol"]);
  await addChore(person, { title: "Bins", household_id: id });
  const address = newAddress("carol");
  await page.goto(`/household/${id}`);
  await chooseForPerson(page, "Carol", "Invite");
  const dialog = page.getByRole("dialog", { name: "Invite Carol" });
  await dialog.getByRole("button", { name: "Send the invitation" }).click();
  await expect(dialog.getByText("Required")).toBeVisible();
  await dialog.getByLabel("Email").fill(address);
  await dialog.getByRole("button", { name: "Send the invitation" }).click();
  await expectToast(page, "success", "Invitation on its way");
  const open = page.getByRole("list", { name: "Open invitations" });
  await expect(open).toContainText(`Carol (${address}), as a member`);
  await page.getByRole("button", { name: "More for Carol" }).click();
  await expect(page.getByRole("menuitem", { name: "Edit" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Invite" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  const link = await mailedInvitation(address, 1);
  await page.reload();
  await expect(open).toContainText("Invited, mail sent");

  const carols = await openBrowser();
  await carols.addInitScript(() =>
    addEventListener("click", () => {
      sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
    }),
  );
  await carols.goto(link);
  await expect(
    carols.getByRole("heading", { name: "Petra Person invites you to The flat" }),
  ).toBeVisible();
  await expect(carols.getByText("You’ll join as Carol")).toBeVisible();
  const form = carols.getByRole("form", { name: "Sign Up" });
  await expect(form.getByLabel("Email")).toHaveValue(address);
  await expect(form.getByLabel("Full Name")).toHaveValue("Carol");
  await expect(form.getByLabel("Password")).toBeFocused();
  await carols.keyboard.type(PASSWORD);
  await form.getByRole("button", { name: "Join" }).click();
  await expect(carols.getByRole("button", { name: "Mark Bins as done" })).toBeVisible();
  // Besides the tap in the mail.
  expect(await carols.evaluate(() => sessionStorage.taps)).toBe("1");
  await carols.getByRole("button", { name: "Mark Bins as done" }).click();
  await expect(item(section(carols, "Done"), "Bins")).toBeVisible();
  await expect(open).toHaveCount(0);
  await expect(page.getByRole("list", { name: "People" })).not.toContainText("no account");
});

test("an invitation is sent again once a day and revoked, and the links of before are over", async ({
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
