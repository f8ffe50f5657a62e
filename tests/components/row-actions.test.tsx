import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { formatWeekday } from "../../src/domain/dates/format-date.ts";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { TodayTab } from "../../src/features/today/today-tab.tsx";
import { toasts } from "../../src/ui/toast.ts";
import { day, displayed } from "../support/day.ts";
import { householdOf } from "./households.ts";
import { answer, calls, expectSent, hold, sent } from "./network.ts";
import { button, chore, done, line, overdueChore, show, texts, toast } from "./show.tsx";

/** Further actions of a row on Today: the menu behind its last button. */

const showToday = (...tasks: readonly TaskJson[]) => show(<TodayTab />, { tasks });
const section = (name: string) => page.getByRole("region", { name });
const menu = (title: RegExp) => page.getByRole("menu", { name: title });

/** Due only today. */
const once = (title: string) => chore(title, { endDate: day(0) });

test("put off to tomorrow in two taps; the notice takes it back", async () => {
  const sweep = once("Sweep");
  await showToday(sweep, once("Wash up"));
  const moved = [{ dueDate: day(0), newDate: day(1), toFormerSchedule: false }];
  answer(calls.putOff, 200, { ...sweep, putOffs: moved, revision: sweep.revision + 1 });
  await button("More for Sweep").click();
  await expect.element(menu(/Sweep.*Due today/)).toBeVisible();
  await line("Put off to tomorrow").click();
  await expect.element(section("Active")).not.toHaveTextContent("Sweep");
  await expect.element(button("Mark Wash up as done")).toHaveFocus();
  await expect.element(toast(`Put off to ${displayed(day(1))}`)).toBeVisible();
  await expectSent(calls.putOff).toMatchObject([{ due_date: day(0), new_date: day(1) }]);
  answer(calls.putOff, 200, { ...sweep, revision: sweep.revision + 2 });
  await button("Undo").click();
  await expect.element(section("Active")).toHaveTextContent("Sweep");
});

test("a daily task can be skipped, and offers no other day, for each is its own already", async () => {
  await showToday(chore("Sweep"));
  hold(calls.skip);
  await button("More for Sweep").click();
  await expect.element(line("Skip")).toBeVisible();
  await expect.element(line("Put off to tomorrow")).not.toBeInTheDocument();
  await expect.element(line("Put off…")).not.toBeInTheDocument();
  await line("Skip").click();
  await expect.element(section("Done")).toHaveTextContent(/Sweep.*Skipped/);
});

test("other days are those on which it is not due anyway", async () => {
  const sweep = chore("Sweep", { repeatValue: "weekly", startDate: day(0) });
  await showToday(sweep);
  hold(calls.putOff);
  await button("More for Sweep").click();
  await line("Put off…").click();
  const days = page.getByRole("menuitem");
  await expect.poll(() => texts(days).slice(0, 1)).toEqual(["Tomorrow"]);
  const named = (offset: number) => formatWeekday(day(offset), US_ENGLISH);
  expect(texts(days)).toEqual(expect.arrayContaining([named(6), named(8)]));
  expect(texts(days)).not.toContain(named(7));
  await line(named(8)).click();
  await expectSent(calls.putOff).toMatchObject([{ new_date: day(8) }]);
});

test("a tick's notice takes it back, and the next one takes its place", async () => {
  const [sweep, dust] = [once("Sweep"), once("Dust")];
  await showToday(sweep, dust);
  answer(calls.complete, 200, done(sweep));
  await button("Mark Sweep as done").click();
  await expect.element(toast("Great job! Task marked as complete.")).toBeVisible();
  await expect.element(button("Undo")).toBeVisible();
  answer(calls.skip, 200, { ...done(dust), ...done(dust) });
  await button("More for Dust").click();
  await line("Skip").click();
  await expect.element(toast("Task Skipped")).toBeVisible();
  await expect.element(toast("Task Completed")).not.toBeInTheDocument();
  hold(calls.undo);
  await button("Undo").click();
  await expectSent(calls.undo).toMatchObject([{ task_id: dust.id }]);
});

test("a menu has at most seven lines, each with one thing to do", async () => {
  const household = householdOf("The flat", ["Bob Brown", "Carol"]);
  const roster = { householdId: household.id, roster: ["Petra Person", "Bob Brown"] };
  await show(<TodayTab />, { tasks: [{ ...once("Sweep"), ...roster }], households: [household] });
  await button("More for Sweep").click();
  await expect
    .poll(() => texts(page.getByRole("menuitem")))
    .toEqual([
      "Done by…",
      "Done yesterday",
      "Skip",
      "Put off to tomorrow",
      "Put off…",
      "Give my turn to…",
      "Edit",
    ]);
});

test("many missed days have the menu, too", async () => {
  await showToday(chore("Sweep", { startDate: day(-3), endDate: day(-1) }));
  await button("More for the missed days of Sweep").click();
  await expect.poll(() => texts(page.getByRole("menuitem"))).toEqual(["Skip all", "Edit"]);
  await line("Skip all").click();
  await expectSent(calls.catchUp).toMatchObject([
    { status: "skipped", days: [[expect.any(Number), 3]] },
  ]);
});

test("what fails goes back, and says so", async () => {
  await showToday(once("Sweep"));
  answer(calls.putOff, 500, { message: "no" });
  await button("More for Sweep").click();
  await line("Put off to tomorrow").click();
  await expect.element(toast("Error Putting Off Task")).toBeVisible();
  await expect.element(section("Active")).toHaveTextContent("Sweep");
  // No contradicting toast follows it.
  expect(toasts.getState().map(({ title }) => title)).toEqual(["Error Putting Off Task"]);
});

test("the owner of a shared task says who did it", async () => {
  const shared = { isShared: true, takingPart: ["petra", "robin"] };
  await showToday(chore("Sweep", shared));
  hold(calls.complete);
  await button("More for Sweep").click();
  await line("Done by…").click();
  await page.getByRole("dialog").getByRole("button", { name: "Robin Roommate" }).click();
  await expect.element(section("Done")).toHaveTextContent(/Sweep.*Robin Roommate/);
  await expectSent(calls.complete).toMatchObject([{ done_by: "robin" }]);
});

test("an overdue day has its own, and Escape leaves everything as it was", async () => {
  await showToday(overdueChore("Sweep"));
  const more = button(`More for Sweep for ${displayed(day(-1))}`);
  (more.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(menu(/Sweep/)).toBeVisible();
  expect(texts(page.getByRole("menuitem"))).toEqual([
    "Done yesterday",
    "Skip",
    "Put off to tomorrow",
    "Put off…",
    "Edit",
  ]);
  await userEvent.keyboard("{Escape}");
  await expect.element(menu(/Sweep/)).not.toBeInTheDocument();
  await expect.element(more).toHaveFocus();
});

test("leads to the editor of one's own task alone", async () => {
  await showToday(chore("Sweep", { ownerId: "robin", isShared: true }), once("Mop"));
  await button("More for Sweep").click();
  await expect.element(line("Skip")).toBeVisible();
  await expect.element(line("Edit")).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await button("More for Mop").click();
  await expect.element(line("Edit")).toBeVisible();
});

test("keys act on the row that has the focus", async () => {
  const [sweep, dust] = [once("Sweep"), once("Dust")];
  await showToday(sweep, dust, once("Wash up"));
  const press = async (keys: string) => userEvent.keyboard(keys);
  await button("Mark Dust as done").element().focus();
  await press("p");
  await expect.element(menu(/Dust/)).toBeVisible();
  await expect.element(page.getByRole("menuitem").first()).toHaveAttribute("data-highlighted");
  // In a menu they do nothing.
  await press("d");
  await press("{Escape}");
  await expect.element(menu(/Dust/)).not.toBeInTheDocument();
  expect(sent(calls.complete)).toEqual([]);

  answer(calls.complete, 200, done(dust));
  await button("Mark Dust as done").element().focus();
  await press("d");
  await expect.element(section("Done")).toHaveTextContent("Dust");
  await expect.element(button("Mark Sweep as done")).toHaveFocus();
  answer(calls.skip, 200, done(sweep));
  await press("s");
  await expect.element(section("Active")).not.toHaveTextContent("Sweep");
  await expectSent(calls.skip).toMatchObject([{ task_id: sweep.id, day: day(0) }]);
  // With Ctrl, the key is the browser's.
  await press("{Control>}d{/Control}");
  await expect.element(section("Active")).toHaveTextContent("Wash up");
});

test("an interval task has the same, whenever it came due", async () => {
  await showToday(
    chore("Descale", { repeatValue: "custom", afterDone: "P1M", startDate: day(-3) }),
  );
  const more = button(/^More for Descale/);
  hold(calls.putOff);
  await more.click();
  await line("Put off to tomorrow").click();
  await expectSent(calls.putOff).toMatchObject([{ due_date: day(-3), new_date: day(1) }]);
  await expect.element(more).not.toBeInTheDocument();
});
