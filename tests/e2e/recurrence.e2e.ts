import { expect, type Page } from "@playwright/test";
import { addChore } from "./chores.ts";
import { signedInTest as test } from "./fixtures.ts";
import { expectToast, hold, item, openEditor, openNewTask, openTab, save } from "./steps.ts";

/** The Custom Recurrence dialog. */

async function openDialog(page: Page) {
  await openTab(page, "Tasks");
  await openNewTask(page);
  await page.getByLabel("Repeat").selectOption("custom");
  return parts(page);
}

function parts(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Custom Recurrence" });
  return {
    dialog,
    frequency: dialog.getByLabel("Frequency"),
    interval: dialog.getByLabel("Interval"),
    weekdays: dialog.getByRole("group", { name: "Weekdays" }),
    position: dialog.getByLabel("Set position"),
    preview: dialog.getByRole("status", { name: "Preview" }),
    apply: dialog.getByRole("button", { name: "Apply" }),
    cancel: dialog.getByRole("button", { name: "Cancel" }),
  };
}

test("shows Loading... until the dialog is there", async ({ page }) => {
  const release = await hold(page, "**/assets/custom-recurrence-dialog-*.js");
  const { dialog } = await openDialog(page);
  await expect(page.getByText("Loading...")).toBeVisible();
  release();
  await expect(dialog).toBeVisible();
  await expect(page.getByText("Loading...")).toBeHidden();
});

test("offers what fits the frequency, and previews the rule", async ({ page }) => {
  const { dialog, frequency, interval, weekdays, position, preview } = await openDialog(page);
  await expect(frequency.getByRole("option")).toHaveText(["Daily", "Weekly", "Monthly", "Yearly"]);
  await expect(preview).toHaveText("Weekly");
  await expect(weekdays.getByRole("checkbox")).toHaveCount(7);
  await expect(position).toBeHidden();

  await interval.fill("2");
  await weekdays.getByLabel("Monday").check();
  await weekdays.getByLabel("Wednesday").check();
  await expect(preview).toHaveText("Every 2 weeks on Monday and Wednesday");
  await interval.fill("often");
  await expect(preview).toHaveText("Weekly on Monday and Wednesday");
  await interval.blur();
  await expect(interval).toHaveValue("1");
  await interval.fill("0");
  await interval.blur();
  await expect(interval).toHaveValue("1");

  // Another frequency clears what was chosen.
  await frequency.selectOption("monthly");
  await expect(preview).toHaveText("Monthly");
  await expect(weekdays.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await expect(position).toBeDisabled();
  await weekdays.getByLabel("Tuesday").check();
  await expect(preview).toHaveText("Monthly on every Tuesday");
  await position.selectOption("2");
  await expect(preview).toHaveText("Monthly on the second Tuesday");
  await frequency.selectOption("yearly");
  await weekdays.getByLabel("Sunday").check();
  await position.selectOption("-1");
  await expect(preview).toHaveText("Yearly on the last Sunday of the year");
  await frequency.selectOption("daily");
  await expect(preview).toHaveText("Daily");
  await expect(weekdays).toBeHidden();
  await expect(dialog.getByRole("button", { name: "Apply" })).toBeEnabled();
});

test("Apply gives the rule to the task, Cancel gives nothing", async ({ page }) => {
  const { dialog, frequency, interval, apply, cancel } = await openDialog(page);
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await cancel.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Repeat")).toHaveValue("daily");
  await expect(page.getByLabel("Repeat")).toBeFocused();

  await page.getByLabel("Repeat").selectOption("custom");
  await frequency.selectOption("daily");
  await interval.fill("3");
  await apply.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Repeat")).toHaveValue("custom");
  await expect(page.getByText("Every 3 days")).toBeVisible();
  await page.getByLabel("Category *").fill("Kitchen");
  await page.getByLabel("Title *").fill("Sweep");
  await save(page);
  await expectToast(page, "success", "Task Created");
  await expect(item(page, "Sweep")).toContainText("Every 3 days");
});

test("opens with the rule that the task has", async ({ page, person }) => {
  await addChore(person, {
    title: "Mow the lawn",
    repeat_value: "custom",
    custom_rrule: "RRULE:FREQ=MONTHLY;INTERVAL=2;BYDAY=SA;BYSETPOS=-1",
    custom_rrule_text: "Every 2 months on the last Saturday",
  });
  await openEditor(page, "Mow the lawn");
  await page.getByRole("button", { name: "Change rule" }).click();
  const { frequency, interval, weekdays, position, preview } = parts(page);
  await expect(frequency).toHaveValue("monthly");
  await expect(interval).toHaveValue("2");
  await expect(weekdays.getByRole("checkbox", { checked: true })).toHaveAccessibleName("Saturday");
  await expect(position).toHaveValue("-1");
  await expect(preview).toHaveText("Every 2 months on the last Saturday");
});

test("lists the next dates, and says of a rule without any that it has none", async ({
  page,
  person,
}) => {
  await addChore(person, {
    title: "Mow the lawn",
    repeat_value: "custom",
    custom_rrule: "RRULE:FREQ=MONTHLY;BYDAY=SA;BYSETPOS=6",
    custom_rrule_text: "Monthly on the 6th Saturday",
  });
  await openEditor(page, "Mow the lawn");
  await page.getByRole("button", { name: "Change rule" }).click();
  const { dialog, position, interval } = parts(page);
  await expect(dialog.getByText("This rule never occurs.")).toBeVisible();
  await position.selectOption("-1");
  const next = dialog.getByText(/^Next: /);
  await expect(next).toHaveText(/^Next: Sat, [^·]+( · Sat, [^·]+){4}$/);
  const monthly = await next.textContent();
  await interval.fill("2");
  await expect(next).not.toHaveText(monthly ?? "");
});

test("by keyboard alone", async ({ page }) => {
  await openTab(page, "Tasks");
  await openNewTask(page);
  await page.getByLabel("Repeat").focus();
  await page.keyboard.type("Cust");
  const { dialog, frequency, weekdays, preview, apply } = parts(page);
  await expect(dialog).toBeVisible();
  await frequency.focus();
  await page.keyboard.type("Mon");
  await expect(frequency).toHaveValue("monthly");
  await page.keyboard.press("Tab");
  await page.keyboard.type("3");
  await page.keyboard.press("Tab");
  await expect(weekdays.getByLabel("Sunday")).toBeFocused();
  for (const key of ["Tab", "Tab", "Space"]) await page.keyboard.press(key);
  await expect(weekdays.getByLabel("Tuesday")).toBeChecked();
  for (let tab = 0; tab < 5; tab += 1) await page.keyboard.press("Tab");
  await page.keyboard.type("Sec");
  await expect(preview).toHaveText("Every 3 months on the second Tuesday");

  // The focus stays within the dialog.
  for (let tab = 0; tab < 20; tab += 1) {
    await page.keyboard.press("Tab");
    expect(await dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true);
  }
  await apply.focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Repeat")).toBeFocused();
  await expect(page.getByText("Every 3 months on the second Tuesday")).toBeVisible();

  await page.getByRole("button", { name: "Change rule" }).press("Enter");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Change rule" })).toBeFocused();
});

test("says what the choices come to where they would mislead", async ({ page }) => {
  const { dialog, frequency, weekdays, position, apply } = await openDialog(page);
  const repeat = page.getByLabel("Repeat");
  const start = page.getByLabel("Start date");
  const said = page.getByTestId("announcer");
  await frequency.selectOption("yearly");
  await weekdays.getByLabel("Sunday").check();
  await position.selectOption("2");
  await apply.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Yearly on the second Sunday of the year")).toBeVisible();
  await start.fill("2027-05-09");
  await expect(repeat).toHaveAccessibleDescription("First due on Sunday, January 9, 2028.");
  await page.getByLabel("End date").fill("2027-12-31");
  await expect(repeat).toHaveAccessibleDescription("Never due: the end date comes first.");
  await page.getByRole("button", { name: "Clear end date" }).click();
  await start.fill("2027-01-10");
  await expect(repeat).toHaveAccessibleDescription("");

  await repeat.selectOption("monthly");
  await expect(repeat).toHaveAccessibleDescription("");
  await start.fill("2027-01-31");
  await expect(repeat).toHaveAccessibleDescription("Skips months without a 31st.");
  await expect(said).toHaveText("Skips months without a 31st.");
  await repeat.selectOption("yearly");
  await expect(repeat).toHaveAccessibleDescription("");
  await start.fill("2028-02-29");
  await expect(repeat).toHaveAccessibleDescription("Only in leap years.");
  await expect(said).toHaveText("Only in leap years.");
});
