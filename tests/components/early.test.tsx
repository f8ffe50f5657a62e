import { beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import TaskView from "../../src/app/task-view.tsx";
import { formatWeekday } from "../../src/domain/dates/format-date.ts";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import { DayDetail } from "../../src/features/history/day-detail.tsx";
import { TodayTab } from "../../src/features/today/today-tab.tsx";
import { WeekAhead } from "../../src/features/week/week-list.tsx";
import { WeekStrip } from "../../src/features/week/week-strip.tsx";
import { day, displayed } from "../support/day.ts";
import { answer, calls, expectSent, hold, sent } from "./network.ts";
import {
  button,
  chore,
  done,
  expectToast,
  field,
  line,
  listOf,
  onDays,
  overdueChore,
  show,
  texts,
} from "./show.tsx";

/** Occurrences done before their day, and ones done before they are ticked. */

beforeEach(() => page.viewport(1280, 720));

const showWeek = (...tasks: readonly TaskJson[]) => show(<WeekAhead />, { tasks });

const named = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(new Date(date));
/** 'Sunday, Nov 29' */
const longDay = (date: string) => named(date, { weekday: "long", month: "short", day: "numeric" });
/** 'Sunday' */
const weekday = (date: string) => named(date, { weekday: "long" });

/** Due once a week, next in three days. */
const weekly = (title: string, changes: Partial<TaskJson> = {}) =>
  chore(title, { startDate: day(3), repeatValue: "weekly", ...changes });
const doneNow = (title: string, date = day(3)) => button(`Done now: ${title} for ${longDay(date)}`);
const undo = (title: string, date = day(3)) => button(`Undo ${title} for ${longDay(date)}`);
const saidDone = `Done today for ${weekday(day(3))}`;

/** The server's answer for a task that somebody has done early. */
const doneEarly = (task: TaskJson, by: "petra" | "robin" = "petra"): TaskJson => {
  const [completion] = done(task, by).recentCompletions;
  return {
    ...task,
    ...onDays(day(3)),
    recentCompletions: completion ? [{ ...completion, date: day(3) }] : [],
    revision: task.revision + 1,
  };
};

test("a day of the week ahead names all of its tasks, however many", async () => {
  await page.viewport(390, 844);
  const tasks = Array.from({ length: 14 }, (_, index) => chore(`Chore ${index}`));
  await show(<WeekStrip />, { tasks });
  await button(/: 14 due$/)
    .first()
    .click();
  await expect.poll(() => texts(page.getByRole("link"))).toHaveLength(14);
});

describe("the next seven days", () => {
  test("offer the next occurrence, say in its place that it is done, and take it back", async () => {
    const bins = weekly("Bins");
    await showWeek(bins, weekly("Windows"), chore("Dishes"));
    hold(calls.complete);
    await expect.element(button(/^Done now: Dishes/)).not.toBeInTheDocument();
    await doneNow("Bins").click();
    await expectSent(calls.complete).toMatchObject([{ completed_date: day(3) }]);
    expect(sent(calls.complete)[0]).not.toHaveProperty("done_on");
    await expect.element(page.getByText(saidDone, { exact: true })).toBeVisible();
    await expect.element(undo("Bins")).toHaveFocus();
    answer(calls.complete, 200, doneEarly(bins));
    await expect.element(page.getByTestId("announcer")).toHaveTextContent(saidDone);
    hold(calls.undo);
    await userEvent.keyboard("{Enter}");
    await expectSent(calls.undo).toMatchObject([{ completed_date: day(3) }]);
    await expect.element(doneNow("Bins")).toHaveFocus();
    await expect.element(page.getByRole("main").getByText(saidDone)).not.toBeInTheDocument();
  });

  test("have the menu of a row, by its list of lines", async () => {
    await showWeek(weekly("Bins"));
    hold(calls.complete);
    await button(`More for Bins for ${longDay(day(3))}`).click();
    await expect.element(page.getByRole("menu", { name: /Bins.*Due / })).toBeVisible();
    expect(texts(page.getByRole("menuitem"))).toEqual(["Done now", "Put off…", "Edit"]);
    await line("Done now").click();
    await expectSent(calls.complete).toMatchObject([{ completed_date: day(3) }]);
  });

  test("offer nothing where something is open, or where the next one counts from a tick", async () => {
    const after = { repeatValue: "custom", afterDone: "P3D", startDate: day(3) } as const;
    await showWeek(
      chore("Sweep"),
      overdueChore("Wipe", { endDate: null, repeatValue: "weekly" }),
      chore("Descale", after),
      weekly("Bins"),
    );
    await expect.element(doneNow("Bins")).toBeVisible();
    expect(button(/^Done now/).elements()).toHaveLength(1);
  });

  test("say alone what nobody may take back", async () => {
    const bins = weekly("Bins", { ownerId: "robin", isShared: true, takingPart: ["petra"] });
    await showWeek(doneEarly(bins, "robin"));
    await expect.element(page.getByText(saidDone)).toBeVisible();
    await expect.element(undo("Bins")).not.toBeInTheDocument();
  });
});

describe("a task's page", () => {
  const showPage = async (task: TaskJson) => {
    await show(<TaskView id={task.id} />, { tasks: [task] });
    for (const call of [calls.events, calls.history, calls.catchUps, calls.notes]) {
      answer(call, 200, []);
    }
  };

  test("offers the next occurrence, and says in its place that it is done", async () => {
    const bins = weekly("Bins");
    await showPage(bins);
    hold(calls.complete);
    await button(`Mark Bins done for ${longDay(day(3))}`).click();
    await expect.element(button("Undo")).toHaveFocus();
    await expect.element(page.getByText(/Completed · ticked on .* for /)).toBeVisible();
    await expect.element(button(/^Mark Bins done for/)).not.toBeInTheDocument();
  });

  test("has what was done early today when it is opened", async () => {
    await showPage(doneEarly(weekly("Bins")));
    await expect.element(page.getByText(/Completed · ticked on .* for /)).toBeVisible();
    await expect.element(button("Undo")).toBeVisible();
  });
});

describe("on Today", () => {
  const showToday = (...tasks: readonly TaskJson[]) => show(<TodayTab />, { tasks });
  const section = (name: string) => page.getByRole("region", { name });

  test("what was done for a later day stands in Done, and is taken back there", async () => {
    await showToday(doneEarly(weekly("Bins")));
    await expect.element(section("Done")).toHaveTextContent(`for ${weekday(day(3))}`);
    hold(calls.undo);
    await button(`Undo Bins for ${displayed(day(3))}`).click();
    await expectSent(calls.undo).toMatchObject([{ completed_date: day(3) }]);
    await expect.element(page.getByText("Bins")).not.toBeInTheDocument();
  });

  test("what was done yesterday is two taps, and no more overdue", async () => {
    await showToday(overdueChore("Sweep"));
    hold(calls.complete);
    await button(/^More for Sweep/).click();
    await line("Done yesterday").click();
    await expectSent(calls.complete).toMatchObject([{ completed_date: day(-1), done_on: day(-1) }]);
    expect(sent(calls.complete)[0]).not.toHaveProperty("done_at");
    await expect.element(section("Done")).toHaveTextContent(`on ${displayed(day(-1))}`);
    await expect.element(section("Done")).not.toHaveTextContent("Overdue");
  });

  const showDay = (task: TaskJson) => {
    const at = { date: day(0), today: day(0), place: "first" as const };
    return show(<DayDetail task={taskFromJson(task)} {...at} />, { tasks: [task] });
  };

  test("another day and time are entered, and stay where it fails", async () => {
    const sweep = chore("Sweep");
    await showDay(sweep);
    answer(calls.complete, 500, { message: "no" });
    // After a failure, the list is read.
    answer(calls.list, 200, listOf({ tasks: [sweep] }));
    await button("Done earlier…").click();
    await expect.element(field("Done on")).toHaveFocus();
    await expect.element(field("Done on")).toHaveValue(day(-1));
    await field("Done on").fill(day(1));
    await button("Save").click();
    await expect.element(field("Done on")).toHaveAccessibleDescription("That is still to come");
    await field("Done on").fill(day(-400));
    await button("Save").click();
    await expect
      .element(field("Done on"))
      .toHaveAccessibleDescription("That is more than a year before");
    await field("Done on").fill(day(-2));
    await field("At").fill("21:30");
    await button("Save").click();
    await expectToast("error", "Error Completing Task");
    await expect.element(field("Done on")).toHaveValue(day(-2));
    await expect.element(field("At")).toHaveValue("21:30");
    hold(calls.complete);
    await button("Save").click();
    await expect
      .poll(() => sent(calls.complete).at(-1))
      .toMatchObject({ completed_date: day(0), done_on: day(-2), done_at: "21:30" });
    answer(calls.complete, 200, { ...done(sweep), revision: sweep.revision + 1 });
    await expect.element(field("Done on")).not.toBeInTheDocument();
  });

  test("'done earlier' asks which open day first", async () => {
    const sweep = chore("Sweep", { startDate: day(-2) });
    await showDay(sweep);
    await button("Done earlier…").click();
    await expect.element(field("Which one")).toHaveValue(day(-1));
    await field("Which one").selectOptions(formatWeekday(day(-2), US_ENGLISH));
    hold(calls.complete);
    await button("Save").click();
    await expectSent(calls.complete).toMatchObject([{ completed_date: day(-2), done_on: day(-1) }]);
  });

  test("an interval task counts on from that day", async () => {
    const after = { repeatValue: "custom", afterDone: "P3D" } as const;
    await showToday(chore("Descale", { ...after, startDate: day(-3) }));
    hold(calls.complete);
    await button(/^More for Descale/).click();
    await line("Done yesterday").click();
    await expectSent(calls.complete).toMatchObject([{ completed_date: day(-1), done_on: day(-1) }]);
    await expect.element(section("Done")).toHaveTextContent("Descale");
  });

  test("what began today and counts from a tick can't have been done before", async () => {
    const after = { repeatValue: "custom", afterDone: "P3D" } as const;
    await showToday(chore("Descale", { ...after, startDate: day(0) }));
    await button("More for Descale").click();
    await expect.element(line("Skip")).toBeVisible();
    await expect.element(line("Done yesterday")).not.toBeInTheDocument();
  });
});
