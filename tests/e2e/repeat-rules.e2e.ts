import { expect, type Page } from "@playwright/test";
import { sql } from "../support/sql.ts";
import { addChore } from "./chores.ts";
import { signedInTest as test } from "./fixtures.ts";
import {
  expectToast,
  installClock,
  item,
  openEditor,
  openNewTask,
  openTab,
  save,
} from "./steps.ts";

/** Once, the further choices of the Custom Recurrence dialog, rules from elsewhere, the next dates. */

const phone = { width: 390, height: 844 };

function parts(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Custom Recurrence" });
  return {
    dialog,
    frequency: dialog.getByLabel("Frequency"),
    interval: dialog.getByLabel("Interval"),
    weekdays: dialog.getByRole("group", { name: "Weekdays" }),
    more: dialog.getByText("More choices"),
    monthDays: dialog.getByRole("group", { name: "Days of the month" }),
    months: dialog.getByRole("group", { name: "Months" }),
    count: dialog.getByLabel("Number of times"),
    also: dialog.getByRole("list", { name: "Also in this rule" }),
    preview: dialog.getByRole("status", { name: "Preview" }),
    next: dialog.getByText(/^Next: /),
    apply: dialog.getByRole("button", { name: "Apply" }),
    cancel: dialog.getByRole("button", { name: "Cancel" }),
  };
}

/** What the database has of the rule of a task. */
async function storedRule(title: string, ownerId: string) {
  const [row] = await sql(
    `select repeat_value, custom_rrule, custom_rrule_text from public.tasks
     where title = $1 and user_id = $2`,
    [title, ownerId],
  );
  return row;
}

test("a task for one day is chosen as 'Once', by keyboard, and read back", async ({
  page,
  person,
}) => {
  await openTab(page, "Tasks");
  await openNewTask(page);
  await page.keyboard.type("Home");
  await page.getByLabel("Title *").fill("Fetch the sofa");
  await page.getByLabel("Start date").fill("2090-05-06");
  const repeat = page.getByLabel("Repeat");
  await repeat.focus();
  await page.keyboard.type("Once");
  await expect(repeat).toHaveValue("once");
  await expect(page.getByText("Next: Sat, May 6, 2090", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Change rule" })).toBeHidden();
  await save(page);
  await expectToast(page, "success", "Task Created");
  await expect(item(page, "Fetch the sofa")).toContainText("Once");
  expect(await storedRule("Fetch the sofa", person.id)).toEqual({
    repeat_value: "custom",
    custom_rrule: "RRULE:FREQ=DAILY;COUNT=1",
    custom_rrule_text: "Once",
  });

  await openEditor(page, "Fetch the sofa");
  await expect(repeat.getByRole("option", { selected: true })).toHaveText("Once");
  // Another rule can be made of it; cancelled, it stays as it was.
  await repeat.selectOption("custom");
  const { cancel, preview } = parts(page);
  await expect(preview).toHaveText("Weekly");
  await cancel.click();
  await expect(repeat).toHaveValue("once");
});

test("'Once' chosen by mistake gives the rule back", async ({ page, person }) => {
  const custom_rrule = "RRULE:FREQ=DAILY;INTERVAL=3";
  await addChore(person, { title: "Sweep", repeat_value: "custom", custom_rrule });
  await openEditor(page, "Sweep");
  const repeat = page.getByLabel("Repeat");
  await repeat.selectOption("once");
  await repeat.selectOption("custom");
  const form = page.getByRole("form", { name: "Edit Task" });
  await expect(form.getByText("Every 3 days")).toBeVisible();
  await expect(parts(page).dialog).toBeHidden();
});

test("days of the month, months and an end by number, by keyboard on a phone", async ({ page }) => {
  await page.setViewportSize(phone);
  await openTab(page, "Tasks");
  await openNewTask(page);
  await page.getByLabel("Category *").fill("Money");
  await page.getByLabel("Title *").fill("Pay the rent");
  await page.getByLabel("Start date").fill("2090-01-01");
  await page.getByLabel("Repeat").selectOption("custom");
  const { dialog, frequency, more, monthDays, months, count, preview, next, apply } = parts(page);
  await frequency.selectOption("monthly");
  await expect(monthDays).toBeHidden();

  await more.focus();
  const { keyboard } = page;
  await keyboard.press("Enter");
  await keyboard.press("Tab");
  await expect(monthDays.getByLabel("1st", { exact: true })).toBeFocused();
  await keyboard.press("Space");
  await expect(preview).toHaveText("Monthly on the 1st");
  for (let day = 2; day <= 31; day += 1) await keyboard.press("Tab");
  await keyboard.press("Tab");
  await expect(monthDays.getByLabel("Last day")).toBeFocused();
  await keyboard.press("Space");
  await expect(preview).toHaveText("Monthly on the 1st and last day");
  await keyboard.press("Tab");
  await expect(months.getByLabel("January")).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await expect(months.getByLabel("February")).toBeChecked();
  for (let month = 3; month <= 12; month += 1) await keyboard.press("Tab");
  await keyboard.press("Tab");
  await expect(count).toBeFocused();
  await keyboard.type("3");
  await expect(preview).toHaveText("Monthly on the 1st and last day in February, 3 times");
  await expect(next).toHaveText("Next: Wed, Feb 1, 2090 · Tue, Feb 28, 2090 · Thu, Feb 1, 2091");
  await expect(count).toHaveAccessibleDescription("Ends after 3 times.");

  await apply.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Next: Wed, Feb 1, 2090 · Tue/)).toBeVisible();
  await save(page);
  await expectToast(page, "success", "Task Created");
  const text = "Monthly on the 1st and last day in February, 3 times";
  await expect(item(page, "Pay the rent")).toContainText(text);

  await openEditor(page, "Pay the rent");
  await page.getByRole("button", { name: "Change rule" }).click();
  await expect(monthDays.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await expect(months.getByLabel("February")).toBeChecked();
  await expect(count).toHaveValue("3");
  // Weeks have no days of the month.
  await frequency.selectOption("weekly");
  await expect(monthDays).toBeHidden();
  await expect(preview).toHaveText("Weekly in February, 3 times");
  await count.fill("");
  await expect(preview).toHaveText("Weekly in February");
});

const FOREIGN =
  "RRULE:FREQ=YEARLY;WKST=SU;BYWEEKNO=1,10,+20;BYDAY=MO;BYHOUR=9;UNTIL=20991231T000000Z";

test("a rule from elsewhere is kept as it was written when nothing is changed", async ({
  page,
  person,
}) => {
  await addChore(person, {
    title: "Prune",
    repeat_value: "custom",
    custom_rrule: FOREIGN,
    custom_rrule_text: "As the gardener says",
  });
  await openEditor(page, "Prune");
  await page.getByRole("button", { name: "Change rule" }).click();
  await parts(page).apply.click();
  await expect(parts(page).dialog).toBeHidden();
  await page.getByLabel("Title *").fill("Prune the roses");
  await save(page);
  await expectToast(page, "success", "Task Updated");
  expect(await storedRule("Prune the roses", person.id)).toEqual({
    repeat_value: "custom",
    custom_rrule: FOREIGN,
    custom_rrule_text: "As the gardener says",
  });
  await expect(item(page, "Prune the roses")).toContainText("As the gardener says");
});

test("what the dialog has no control for stays, is said in words and can be removed", async ({
  page,
  person,
}) => {
  await page.setViewportSize(phone);
  await addChore(person, { title: "Prune", repeat_value: "custom", custom_rrule: FOREIGN });
  await openEditor(page, "Prune");
  await page.getByRole("button", { name: "Change rule" }).click();
  const { also, interval, more, count, preview, apply, dialog } = parts(page);
  await expect(also.getByRole("listitem")).toHaveText([
    "Also: only in weeks 1, 10 and 20 of the year",
    "Also: weeks start on Sunday",
    "Also: until Dec 31, 2099",
    "Also: at hour 9, which Rota does not use",
  ]);
  await interval.fill("2");
  const rest = "on every Monday, only in weeks 1, 10 and 20 of the year, weeks start on Sunday";
  await expect(preview).toHaveText(`Every 2 years ${rest}, until Dec 31, 2099`);

  // A rule ends in one way.
  await more.click();
  await expect(count).toBeDisabled();
  await also.getByRole("button", { name: "Remove: until Dec 31, 2099" }).press("Enter");
  await expect(more).toBeFocused();
  await expect(also.getByRole("listitem")).toHaveCount(3);
  await count.fill("4");
  await expect(preview).toHaveText(`Every 2 years ${rest}, 4 times`);
  await apply.click();
  await expect(dialog).toBeHidden();
  await save(page);
  await expectToast(page, "success", "Task Updated");
  expect(await storedRule("Prune", person.id)).toEqual({
    repeat_value: "custom",
    custom_rrule:
      "RRULE:FREQ=YEARLY;INTERVAL=2;BYDAY=MO;COUNT=4;WKST=SU;BYWEEKNO=1,10,+20;BYHOUR=9",
    custom_rrule_text: `Every 2 years ${rest}, 4 times`,
  });
});

test("the next five dates stand under the repeat choice, and are said when it rests", async ({
  page,
}) => {
  // A Saturday, at noon in the tests' zone or near it.
  await installClock(page, { time: Date.parse("2090-01-07T12:00:00Z") });
  await openTab(page, "Tasks");
  await openNewTask(page);
  const repeat = page.getByLabel("Repeat");
  const start = page.getByLabel("Start date");
  const end = page.getByLabel("End date", { exact: true });
  const next = page.getByText(/^Next: /);
  const said = page.getByRole("status").filter({ hasText: /date/ });
  await expect(next).toHaveText(
    "Next: Sat, Jan 7 · Sun, Jan 8 · Mon, Jan 9 · Tue, Jan 10 · Wed, Jan 11",
  );
  await start.fill("2090-01-09");
  await expect(next).toHaveText(/^Next: Mon, Jan 9 · Tue, Jan 10 · /);
  await expect(said).toHaveText(/^Next dates: Mon, Jan 9 · /);

  // Only what is there after a while is said.
  await page.clock.pauseAt(Date.parse("2090-01-07T12:30:00Z"));
  await repeat.selectOption("weekly");
  await start.fill("2090-01-03");
  await start.fill("2090-01-04");
  await expect(next).toHaveText(/^Next: Wed, Jan 11 · Wed, Jan 18 · /);
  await page.clock.runFor(900);
  await expect(said).toHaveText(/^Next dates: Mon, Jan 9 · /);
  await page.clock.runFor(200);
  await expect(said).toHaveText(/^Next dates: Wed, Jan 11 · Wed, Jan 18 · /);
  await page.clock.resume();

  await end.fill("2090-01-10");
  await expect(next).toBeHidden();
  await expect(page.getByText("Not due again: the last date was Wed, Jan 4.")).toBeVisible();
  await end.fill("");
  await start.fill("2090-03-31");
  await repeat.selectOption("monthly");
  await expect(next).toHaveText(
    "Next: Fri, Mar 31 · Wed, May 31 · Mon, Jul 31 · Thu, Aug 31 · Tue, Oct 31",
  );
});
