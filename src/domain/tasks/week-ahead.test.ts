import { expect, test } from "vitest";
import { taskOf } from "../../../tests/support/task-fixture.ts";
import { toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import { weekAhead } from "./week-ahead.ts";

const titles = (tasks: readonly { title: string }[]) => tasks.map(({ title }) => title);
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
  const due = weekAhead(tasks, "2026-11-02");
  expect(due.everyDay).toEqual([]);
  expect(due.days.map((day) => [day.date, ...titles(day.tasks)])).toEqual([
    ["2026-11-03", "Dishes"],
    ["2026-11-05", "Windows"],
    ["2026-11-07", "Dishes"],
    ["2026-11-08", "Bins"],
  ]);
});

test("what is due each day is there once, unless it is done or skipped ahead", () => {
  const vitamins = taskOf({ id: "1", title: "Vitamins", category: "Health" });
  const dishes = taskOf({ id: "2", title: "Dishes", skippedDays: days("2026-11-05") });
  const due = weekAhead([dishes, vitamins], "2026-11-02");
  expect(titles(due.everyDay)).toEqual(["Vitamins"]);
  expect(due.days.map((day) => day.date)).toEqual(
    [3, 4, 6, 7, 8, 9].map((day) => `2026-11-0${day}`),
  );
  expect(weekAhead([], "2026-11-02")).toEqual({ everyDay: [], days: [] });
});
