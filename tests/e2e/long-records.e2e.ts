import { expect } from "@playwright/test";
import { sql } from "../support/sql.ts";
import { addChore, day } from "./chores.ts";
import { signedInTest as test } from "./fixtures.ts";
import { item, openSettings, openTab } from "./steps.ts";

/** A task with a record too long for the list. */

test("it is named below the list, and its page reads and writes it whole", async ({
  page,
  person,
}) => {
  await addChore(person, { title: "Sweep", start_date: day(0) });
  const { id } = await addChore(person, { title: "Changed often", start_date: day(0) });
  await sql(
    `insert into public.task_schedules
       (task_id, valid_until, schedule)
     select $1, date '2016-01-01' + n, jsonb_build_object(
       'startDate', '2016-01-01', 'endDate', null, 'repeatValue', 'custom', 'afterDone', null, 'season', null,
       'customRrule', 'RRULE:FREQ=DAILY',
       'customRruleText', rpad('', 999, 'daily '))
     from generate_series(1, 100) as n`,
    [id],
  );
  await openTab(page, "Today");
  await expect(page.getByText("You have 1 task for today")).toBeVisible();
  const left = page.getByRole("region", { name: "Too long for this list" });
  await expect(left.getByRole("listitem")).toHaveText("Changed often");
  await page.getByRole("tab", { name: "Tasks" }).click();
  await expect(item(page, "Sweep")).toBeVisible();
  await openSettings(page, "account");
  await page.getByRole("button", { name: "Close my account…" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Your 2 tasks are deleted");
  await openTab(page, "Tasks");
  await left.getByRole("link", { name: "Changed often" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Changed often" })).toBeVisible();
  await expect(page.getByRole("region", { name: "History" }).locator("tbody button")).toHaveCount(
    42,
  );

  await page.getByRole("button", { name: "Done", exact: true }).first().click();
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeFocused();

  await page.getByRole("link", { name: "Tasks" }).click();
  await expect(left.getByRole("listitem")).toHaveText("Changed often");
});
