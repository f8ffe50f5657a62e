import { expect, test } from "vitest";
import { taskOf } from "../../../tests/support/task-fixture.ts";
import { toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import { weekAhead } from "./week-ahead.ts";

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
  const due = weekAhead(tasks, "2026-11-02").map((day) => [
    day.date,
    ...day.tasks.map(({ title }) => title),
  ]);
  expect(due).toEqual([
    ["2026-11-03", "Dishes"],
    ["2026-11-04"],
    ["2026-11-05", "Windows"],
    ["2026-11-06"],
    ["2026-11-07", "Dishes"],
    ["2026-11-08", "Bins"],
    ["2026-11-09"],
  ]);
});
