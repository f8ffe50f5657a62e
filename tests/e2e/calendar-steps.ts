import { expect, type Locator, type Page } from "@playwright/test";
import { openSettings } from "./steps.ts";

/** The settings page for calendar apps, with a new address. */
export async function openNewCalendar(page: Page): Promise<Locator> {
  await openSettings(page, "calendar");
  const make = page.getByRole("button", { name: "Make a calendar address" });
  const renew = page.getByRole("button", { name: "New calendar address" });
  await expect(make.or(renew)).toBeVisible();
  if (await make.isVisible()) await make.click();
  else {
    await renew.click();
    await page.getByRole("button", { name: "Make a new address" }).click();
  }
  const field = page.getByRole("textbox", { name: "Calendar address" });
  await expect(field).toBeFocused();
  return field;
}
