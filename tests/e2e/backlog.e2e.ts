import { expect } from "@playwright/test";
import { toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { sql } from "../support/sql.ts";
import { addChore, day } from "./chores.ts";
import { section, signedInTest as test } from "./fixtures.ts";
import { item, openTab } from "./steps.ts";

/** Tasks with a backlog of centuries, as after a mistyped year. */

const formatted = (count: number) => count.toLocaleString("en-US");
/** The number of days missed by a daily task since then. */
const missedSince = (start: string) => toDayNumber(day(0)) - toDayNumber(start);

test("a board of tasks since the year 1 can be used: Today, Tasks and the history", async ({
  page,
  person,
}) => {
  // The test clicks back through two thousand years of history.
  await addChore(person, { title: "Sweep", start_date: "0001-01-01" });
  await addChore(person, { title: "Mop", start_date: "1900-01-01" });
  await sql(
    `insert into public.tasks (user_id, category, title, start_date, repeat_value, custom_rrule)
     select $1, 'Old', 'Chore ' || n, '0001-01-01',
       (array['daily', 'weekly', 'monthly', 'yearly', 'custom'])[1 + n % 5],
       case when n % 5 = 4 then 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1' end
     from generate_series(1, 50) as n`,
    [person.id],
  );
  await openTab(page, "Today");
  await page.getByRole("button", { name: "Mark Sweep as done", exact: true }).click();
  await expect(item(section(page, "Done"), "Sweep")).toBeVisible();
  await page.getByRole("button", { name: /^Earlier: \d+ tasks/ }).click();
  const overdue = item(section(page, "Overdue"), "Sweep");
  await expect(overdue).toContainText(`${formatted(missedSince("0001-01-01"))} missed`);

  await page.getByRole("tab", { name: "Tasks" }).click();
  await expect(page.getByText("52 active tasks")).toBeVisible();
  const card = item(page, "Sweep");
  await expect(card).toContainText("Overdue: Yesterday");
  await card.getByRole("button", { name: "See History" }).click();
  const dialog = page.getByRole("dialog");
  const month = dialog.getByRole("heading", { level: 3 });
  const days = dialog.locator("tbody button");
  await expect(days.first()).toBeVisible();

  // Clicks back to the first years, and to the very first day.
  const back = dialog.getByRole("button", { name: "Previous year" });
  await back.evaluate(
    (button: HTMLElement, years) => {
      for (let left = years; left > 0; left--) button.click();
    },
    Number(day(0).slice(0, 4)) - 2,
  );
  await expect(month).toHaveText(/ 0*2$/);
  for (let more = 0; more < 3; more++) await back.click();
  await expect(month).toHaveText(/^January 0*1$/);
  await dialog.getByRole("button", { name: "Previous month" }).click();
  await expect(month).toHaveText(/^January 0*1$/);
  await expect(days).toHaveCount(41);
  await expect(days.first()).toHaveAccessibleName(/^Monday, January 1, 0*1, Missed$/);
  await days.first().focus();
  await page.keyboard.press("ArrowLeft");
  await expect(days.first()).toHaveAttribute("data-date", "0001-01-01");
  await dialog.getByRole("button", { name: "Today" }).click();
  await expect(days).toHaveCount(42);
  await expect(dialog.locator("[aria-current=date]")).toHaveAttribute("data-status", "completed");
});
