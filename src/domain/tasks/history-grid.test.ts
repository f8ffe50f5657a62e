import { describe, expect, test } from "vitest";
import { daySet, sampleTask } from "../../../tests/support/sample-task.ts";
import { historyGrid } from "./history-grid.ts";

const TODAY = "2026-11-21";

const cellsOf = (...grid: Parameters<typeof historyGrid>) =>
  historyGrid(...grid).filter((cell) => cell !== null);

describe("the month calendar", () => {
  const task = sampleTask({
    startDate: "2026-11-19",
    endDate: "2026-11-23",
    completedDays: daySet("2026-11-19"),
  });

  test.each([
    ["2026-11-21", "2026-11-01", "2026-12-12"], // begins on a Sunday
    ["2026-08-31", "2026-07-26", "2026-09-05"], // begins on a Saturday
    ["2027-02-01", "2027-01-31", "2027-03-13"],
    ["2026-03-15", "2026-03-01", "2026-04-11"], // clocks change in it
  ])("of %s has 42 days, from Sunday %s to Saturday %s", (month, first, last) => {
    const dates = cellsOf(task, month, TODAY).map(({ date }) => date);
    expect(dates).toHaveLength(42);
    expect([dates[0], dates.at(-1)]).toEqual([first, last]);
    expect(new Set(dates).size).toBe(42);
    expect(new Date(dates[0] ?? "").getUTCDay()).toBe(0);
  });

  test("shows completed, missed, due today, due future, and nothing elsewhere", () => {
    const cells = cellsOf(task, TODAY, TODAY);
    const shown = cells.filter(({ status }) => status !== null);
    expect(shown.map(({ date, status }) => [date.slice(8), status])).toEqual([
      ["19", "completed"],
      ["20", "missed"],
      ["21", "due-today"],
      ["22", "due-future"],
      ["23", "due-future"],
    ]);
  });

  test("tells the days outside the shown month", () => {
    const cells = cellsOf(task, "2026-08-10", TODAY);
    expect(cells.filter(({ isInMonth }) => isInMonth)).toHaveLength(31);
    expect(cells[0]).toMatchObject({ date: "2026-07-26", isInMonth: false });
  });

  test("ends where the calendar does", () => {
    const daily = sampleTask({ startDate: "0001-01-01" });
    const first = historyGrid(daily, "0001-01-31", TODAY);
    expect(first).toHaveLength(42);
    expect(first[0]).toBeNull();
    expect(first[1]).toEqual({ date: "0001-01-01", isInMonth: true, status: "missed" });
    const last = historyGrid(daily, "9999-12-01", TODAY);
    expect(last).toHaveLength(42);
    expect(last[33]).toEqual({ date: "9999-12-31", isInMonth: true, status: "due-future" });
    expect(last.slice(34)).toEqual(Array(8).fill(null));
  });
});
