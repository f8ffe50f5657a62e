import { expect } from "@playwright/test";
import { dayInZone } from "../../src/domain/dates/time-zone.ts";
import { ZONE } from "../support/day.ts";
import { addChore, day } from "./chores.ts";
import { section, signedInTest as test } from "./fixtures.ts";
import { calls, expectToast, hold, item, openEditor, openTab } from "./steps.ts";

/** The About tab: the product, the time zone, the version, and Logout. */

test("tells of the product and its version, without Add Task", async ({ page, person }) => {
  await openTab(page, "Today");
  await expect(page.getByRole("button", { name: "Add Task" })).toBeVisible();
  await expect(page.getByRole("banner").getByText("Rota", { exact: true })).toBeVisible();
  await expect(page.getByRole("tab")).toHaveText(["Today", "Tasks", "About"]);
  await page.getByRole("tab", { name: "About" }).click();
  await expect(page.getByRole("heading", { name: "About Rota" })).toBeVisible();
  await expect(page.getByText(/^Version \d+\.\d+\.\d+$/)).toBeVisible();
  await expect(page.getByText(`Signed in as ${person.email}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Task" })).toBeHidden();
});

test("saved contacts can be removed, also by keyboard, and are suggested no more", async ({
  page,
  person,
}) => {
  await openTab(page, "About");
  await expect(page.getByText("No contacts yet.")).toBeVisible();
  await addChore(person, { title: "Sweep", share_with: ["a@example.com"] });
  await addChore(person, { title: "Dust", share_with: ["b@example.com"] });
  await page.reload();
  const list = page.getByRole("list", { name: "Saved contacts" });
  await expect(list.getByRole("listitem")).toHaveText(["b@example.com", "a@example.com"]);
  await page.getByRole("button", { name: "Remove b@example.com" }).press("Enter");
  await expectToast(page, "success", "Contact removed", "b@example.com is no longer suggested.");
  await expect(list.getByRole("listitem")).toHaveText(["a@example.com"]);
  await expect(page.getByRole("button", { name: "Remove a@example.com" })).toBeFocused();

  await openEditor(page, "Dust");
  await expect(page.getByRole("list", { name: "Shared with" })).toHaveText(
    "b@example.com · invitedSend again",
  );
  await page.getByLabel("Share with email").click();
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText(["a@example.com"]);

  await openTab(page, "About");
  await page.getByRole("button", { name: "Remove a@example.com" }).click();
  await expect(page.getByText("No contacts yet.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Saved contacts" })).toBeFocused();
});

test("a time zone decides which day is today, and is kept", async ({ page, person }) => {
  await addChore(person, { title: "Sweep", start_date: day(-3), repeat_value: "daily" });
  await openTab(page, "About");
  const zone = page.getByLabel("Time zone");
  await expect(zone).toHaveValue(ZONE);
  // Wherever it is noon, it is another day in one of these.
  const isElsewhere = (name: string) => dayInZone(Date.now(), name) !== day(0);
  const other = ["Pacific/Pago_Pago", "Pacific/Kiritimati"].find(isElsewhere) ?? "none";
  await zone.selectOption(other);
  await expectToast(page, "success", "Time zone saved");
  await page.getByRole("tab", { name: "Today" }).click();
  const there = new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    timeZone: other,
  }).format();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Today is ${there}`);
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  // From the second visit on it is right at once, before the server has answered.
  const release = await hold(page, calls.list);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Today is ${there}`);
  await expect(item(section(page, "Active"), "Sweep")).toBeVisible();
  release();
});
