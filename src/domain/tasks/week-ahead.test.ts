import { expect, test } from "vitest";
import { completed } from "../../../tests/support/sample-task.ts";
import { taskOf } from "../../../tests/support/task-fixture.ts";
import { toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import { type DueTask, weekAhead } from "./week-ahead.ts";

const titles = (tasks: readonly DueTask[]) => tasks.map(({ task }) => task.title);
const NOW = { today: "2026-11-02", timeZone: "UTC" };
const days = (...dates: string[]) => DaySet.fromDays(dates.map(toDayNumber));

test("the seven days after today, without what is paused, done or skipped ahead, or put off", () => {
  const tasks = [
    taskOf({ id: "1", title: "Windows", startDate: "2026-11-05", repeatValue: "weekly" }),
    taskOf({
      id: "2",
      title: "Dishes",
      endDate: "2026-11-07",
      pausedDays: days("2026-11-04"),
      completedDays: days("2026-11-05"),
      skippedDays: days("2026-11-06"),
    }),
    taskOf({
      id: "3",
      title: "Bins",
      category: "Garden",
      startDate: "2026-11-05",
      repeatValue: "weekly",
      putOffs: [{ dueDate: "2026-11-05", newDate: "2026-11-08" }],
    }),
  ];
  const due = weekAhead(tasks, NOW);
  expect(due.everyDay).toEqual([]);
  expect(due.days.map((day) => [day.date, ...titles(day.tasks)])).toEqual([
    ["2026-11-03", "Dishes"],
    ["2026-11-05", "Windows"],
    ["2026-11-07", "Dishes"],
    ["2026-11-08", "Bins"],
  ]);
});

test("offers the next occurrence where nothing is open, and what was done today to be taken back", () => {
  const weekly = { startDate: "2026-11-05", repeatValue: "weekly" } as const;
  const done = (completedAt: string) =>
    completed({
      ...{ date: "2026-11-05", status: "done", completedAt },
      ...{ timeZone: "UTC", completedBy: "ann" },
    });
  const tasks = [
    taskOf({ id: "1", title: "Bins", ...weekly }),
    taskOf({ id: "2", title: "Windows", ...weekly, ...done("2026-11-02T08:00:00Z") }),
    taskOf({
      ...{ id: "3", title: "Yesterday's", ...weekly },
      ...done("2026-11-01T08:00:00Z"),
    }),
    taskOf({ id: "4", title: "Vitamins", startDate: "2026-11-03" }),
    taskOf({ id: "5", title: "Dishes", startDate: "2026-11-02" }),
    taskOf({ id: "6", title: "Missed", repeatValue: "weekly", startDate: "2026-10-29" }),
  ];
  const due = weekAhead(tasks, NOW);
  const offers = (tasks: readonly DueTask[]) =>
    tasks.map(({ task, early }) => [task.title, early?.date, early?.done?.date]);
  expect(offers(due.everyDay)).toEqual([
    ["Dishes", undefined, undefined],
    ["Vitamins", "2026-11-03", undefined],
  ]);
  expect(due.days.map((day) => [day.date, ...offers(day.tasks)])).toEqual([
    [
      "2026-11-05",
      ["Bins", "2026-11-05", undefined],
      ["Missed", undefined, undefined],
      ["Windows", "2026-11-05", "2026-11-05"],
    ],
  ]);
});

test("what is due each day is there once, unless it is done or skipped ahead", () => {
  const vitamins = taskOf({ id: "1", title: "Vitamins", category: "Health" });
  const dishes = taskOf({ id: "2", title: "Dishes", skippedDays: days("2026-11-05") });
  const due = weekAhead([dishes, vitamins], NOW);
  expect(titles(due.everyDay)).toEqual(["Vitamins"]);
  expect(due.days.map((day) => day.date)).toEqual(
    [3, 4, 6, 7, 8, 9].map((day) => `2026-11-0${day}`),
  );
  expect(weekAhead([], NOW)).toEqual({ everyDay: [], days: [] });
});
