import { expect, type Page } from "@playwright/test";
import { sql } from "../support/sql.ts";
import { addChore } from "./chores.ts";
import { signedInTest as test } from "./fixtures.ts";
import { expectToast, openEditor, save } from "./steps.ts";

/** A rule from elsewhere on its way into the database; the rest is in components/repeat-rules.test.tsx. */

const phone = { width: 390, height: 844 };

function parts(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Custom Recurrence" });
  return {
    dialog,
    frequency: dialog.getByLabel("Frequency"),
    interval: dialog.getByLabel("Interval"),
    weekdays: dialog.getByRole("group", { name: "Weekdays" }),
    more: dialog.getByText("More choices"),
    monthDays: dialog.getByRole("group", { name: "Only on these days of the month" }),
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

const FOREIGN =
  "RRULE:FREQ=YEARLY;WKST=SU;BYWEEKNO=1,10,+20;BYDAY=MO;BYHOUR=9;UNTIL=20991231T000000Z";

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
