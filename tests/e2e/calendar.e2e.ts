import { expect, type Page } from "@playwright/test";
import { askForCalendar, calendarEntries } from "../support/calendar.ts";
import { stackUnderTest } from "../support/environment.ts";
import { openNewCalendar } from "./calendar-steps.ts";
import { addChore, day } from "./chores.ts";
import { signedInTest as test } from "./fixtures.ts";
import { expectToast } from "./steps.ts";

/** The calendar's settings. */

const once = { start_date: day(1), end_date: day(1) };

async function tokenIn(page: Page): Promise<string> {
  const address = new URL(
    await page.getByRole("textbox", { name: "Calendar address" }).inputValue(),
  );
  expect(`${address.origin}${address.pathname}`).toBe(`${stackUnderTest().functionsUrl}/calendar`);
  return address.searchParams.get("token") ?? "";
}

test("an address is made, copied, read, and shown no more", async ({ page, person, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await addChore(person, { title: "Plants", ...once });
  const field = await openNewCalendar(page);
  await expectToast(page, "success", "Calendar address made");
  const address = await field.inputValue();
  await page.getByRole("button", { name: "Copy the address" }).click();
  await expectToast(page, "success", "Calendar address copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  const link = page.getByRole("link", { name: "Open in a calendar app" });
  await expect(link).toHaveAttribute("href", address.replace(/^http:/, "webcal:"));
  expect(await calendarEntries(await tokenIn(page))).toEqual([`${day(1)} Plants`]);

  await page.reload();
  await expect(page.getByText(/^You have had a calendar address since /)).toBeVisible();
  await expect(field).toBeHidden();
});

test("a new address ends the old one, and none is left when it is turned off", async ({ page }) => {
  await openNewCalendar(page);
  const first = await tokenIn(page);
  const renew = page.getByRole("button", { name: "New calendar address" });
  await renew.click();
  const dialog = page.getByRole("alertdialog", { name: "Make a new calendar address?" });
  await expect(dialog).toContainText("The old address stops at once.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(renew).toBeFocused();
  expect(await calendarEntries(first)).toEqual([]);

  await renew.click();
  await dialog.getByRole("button", { name: "Make a new address" }).click();
  await expect(page.getByRole("textbox", { name: "Calendar address" })).not.toHaveValue(
    new RegExp(first),
  );
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Calendar address" })).toBeFocused();
  const second = await tokenIn(page);
  expect((await askForCalendar(`?token=${first}`)).status).toBe(404);
  expect(await calendarEntries(second)).toEqual([]);

  await page.getByRole("button", { name: "Turn the calendar off" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Turn off" }).click();
  await expectToast(page, "success", "Calendar turned off");
  await expect(page.getByRole("button", { name: "Make a calendar address" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Calendar", exact: true })).toBeFocused();
  expect((await askForCalendar(`?token=${second}`)).status).toBe(404);
});
