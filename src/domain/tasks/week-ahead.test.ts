import { expect, test } from "vitest";
import { completed } from "../../../tests/support/sample-task.ts";
import { taskOf } from "../../../tests/support/task-fixture.ts";
import { toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import { daysAhead, type TaskWeek, tasksAhead } from "./week-ahead.ts";

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
  const { dates, weeks } = tasksAhead(tasks, NOW);
  expect(dates).toEqual([3, 4, 5, 6, 7, 8, 9].map((day) => `2026-11-0${day}`));
  expect(weeks.map(({ task, days }) => [task.title, ...days])).toEqual([
    ["Bins", "2026-11-08"],
    ["Dishes", "2026-11-03", "2026-11-07"],
    ["Windows", "2026-11-05"],
  ]);
  expect(daysAhead(tasks, NOW).map((day) => day.tasks.length)).toEqual([1, 0, 1, 0, 1, 1, 0]);
  expect(tasksAhead([], NOW).weeks).toEqual([]);
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
  const offers = ({ task, early }: TaskWeek) => [task.title, early?.date, early?.done?.date];
  expect(tasksAhead(tasks, NOW).weeks.map(offers)).toEqual([
    ["Bins", "2026-11-05", undefined],
    ["Dishes", undefined, undefined],
    ["Missed", undefined, undefined],
    ["Vitamins", "2026-11-03", undefined],
    ["Windows", "2026-11-05", "2026-11-05"],
  ]);
});
