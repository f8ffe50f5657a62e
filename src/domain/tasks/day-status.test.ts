import { describe, expect, test } from "vitest";
import { daySet, sampleTask } from "../../../tests/support/sample-task.ts";
import { addDays } from "../dates/calendar.ts";
import { fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import { dayStatus, dueDays, nextDueDate, type ScheduledTask, taskStatus } from "./day-status.ts";

const TODAY = "2026-11-21"; // a Saturday
const DAILY = sampleTask({ startDate: "2026-11-18" });
const WEEKLY = sampleTask({ startDate: "2026-10-31", repeatValue: "weekly" }); // Saturdays

describe("the status of a day", () => {
  test("completed: a completion exists for that date", () => {
    const task = sampleTask({ completedDays: daySet("2026-11-20", TODAY, "2026-11-25") });
    for (const date of ["2026-11-20", TODAY, "2026-11-25"]) {
      expect(dayStatus(task, date, TODAY)).toBe("completed");
    }
  });

  test("completed even when the schedule no longer has the date", () => {
    const task = { ...WEEKLY, completedDays: daySet("2026-11-20") };
    expect(dayStatus(task, "2026-11-20", TODAY)).toBe("completed");
  });

  test("due-today: today and not completed", () => {
    expect(dayStatus(DAILY, TODAY, TODAY)).toBe("due-today");
    expect(dueDays(DAILY, TODAY).isDueToday).toBe(true);
    expect(dueDays({ ...DAILY, completedDays: daySet(TODAY) }, TODAY).isDueToday).toBe(false);
    expect(dueDays(WEEKLY, "2026-11-20").isDueToday).toBe(false);
  });

  test("missed: earlier than today, not completed", () => {
    expect(dayStatus(DAILY, "2026-11-20", TODAY)).toBe("missed");
  });

  test("due-future: later than today", () => {
    expect(dayStatus(DAILY, "2026-11-22", TODAY)).toBe("due-future");
  });

  test("none on a day without an occurrence", () => {
    expect(dayStatus(WEEKLY, "2026-11-20", TODAY)).toBeNull();
    expect(dayStatus(DAILY, "2026-11-17", TODAY)).toBeNull();
    expect(dayStatus(DAILY, "no date", TODAY)).toBeNull();
  });
});

/** The missed dates, the latest first; their count is asked for on its own. */
function missedDates(task: ScheduledTask, today = TODAY): string[] {
  const due = dueDays(task, today);
  const days = due.latestMissed(Number.POSITIVE_INFINITY);
  expect(due.missedCount).toBe(days.length);
  return days.map(fromDayNumber);
}

describe("missed occurrences, from yesterday back to the start date", () => {
  test("every one without a completion, today not among them", () => {
    expect(missedDates(DAILY)).toEqual(["2026-11-20", "2026-11-19", "2026-11-18"]);
    const task = { ...DAILY, completedDays: daySet("2026-11-19", TODAY) };
    expect(missedDates(task)).toEqual(["2026-11-20", "2026-11-18"]);
    expect(missedDates(WEEKLY)).toEqual(["2026-11-14", "2026-11-07", "2026-10-31"]);
  });

  test("completions before the start, after today and on days without an occurrence change nothing", () => {
    const before = DaySet.fromRuns([
      [toDayNumber("2026-11-01"), 18],
      [toDayNumber("2026-11-22"), 5],
    ]);
    const task = { ...DAILY, completedDays: before };
    expect(missedDates(task)).toEqual(["2026-11-20", "2026-11-19"]);
    const off = { ...WEEKLY, completedDays: daySet("2026-11-13", "2026-11-15", "2026-11-20") };
    expect(missedDates(off)).toEqual(missedDates(WEEKLY));
  });

  test("none after the end date and none before the start", () => {
    expect(missedDates({ ...DAILY, endDate: "2026-11-18" })).toEqual(["2026-11-18"]);
    expect(missedDates({ ...DAILY, startDate: TODAY })).toEqual([]);
    expect(missedDates({ ...DAILY, startDate: "2027-01-01" })).toEqual([]);
  });

  test("none when everything was done", () => {
    const completedDays = daySet("2026-11-18", "2026-11-19", "2026-11-20");
    expect(missedDates({ ...DAILY, completedDays })).toEqual([]);
  });

  test("the latest few, and more of the same when more are asked for", () => {
    const due = dueDays(DAILY, TODAY);
    expect(due.latestMissed(1).map(fromDayNumber)).toEqual(["2026-11-20"]);
    expect(due.latestMissed(2).map(fromDayNumber)).toEqual(["2026-11-20", "2026-11-19"]);
    expect(due.latestMissed(1).map(fromDayNumber)).toEqual(["2026-11-20"]);
    expect(due.latestMissed(0)).toEqual([]);
  });
});

describe("the next due date is the first future occurrence without a completion", () => {
  test("comes after today", () => {
    expect(nextDueDate(DAILY, TODAY)).toBe("2026-11-22");
    expect(nextDueDate(WEEKLY, TODAY)).toBe("2026-11-28");
  });

  test("skips what is done already", () => {
    const completedDays = daySet("2026-11-22", "2026-11-23");
    expect(nextDueDate({ ...DAILY, completedDays }, TODAY)).toBe("2026-11-24");
  });

  test("is searched 365 days ahead and no further", () => {
    const in365 = sampleTask({ startDate: addDays(TODAY, 365) });
    expect(nextDueDate(in365, TODAY)).toBe("2027-11-21");
    expect(nextDueDate({ ...in365, startDate: addDays(TODAY, 366) }, TODAY)).toBeNull();
  });

  test("of a custom rule is searched to the end date", () => {
    const customRrule = "RRULE:FREQ=YEARLY;INTERVAL=3";
    const task = sampleTask({ startDate: "2026-01-05", repeatValue: "custom", customRrule });
    expect(nextDueDate(task, TODAY)).toBe("2029-01-05");
    expect(nextDueDate({ ...task, endDate: "2029-01-05" }, TODAY)).toBe("2029-01-05");
    expect(nextDueDate({ ...task, endDate: "2029-01-04" }, TODAY)).toBeNull();
    expect(nextDueDate({ ...task, customRrule: `${customRrule};COUNT=1` }, TODAY)).toBeNull();
  });

  test("is null after the end date", () => {
    expect(nextDueDate({ ...DAILY, endDate: TODAY }, TODAY)).toBeNull();
  });
});

describe("the displayed task status", () => {
  test("Overdue when an overdue date exists, even when due today too", () => {
    expect(taskStatus(DAILY, TODAY)).toEqual({ kind: "overdue", date: "2026-11-20" });
  });

  test("paused until a date, whatever was missed before", () => {
    const task = { ...DAILY, pausedDays: daySet("2026-11-20", TODAY, "2026-11-22") };
    expect(taskStatus(task, TODAY)).toEqual({ kind: "paused", date: "2026-11-22" });
    const before = taskStatus(task, "2026-11-19");
    expect(before, "before it begins").toEqual({ kind: "overdue", date: "2026-11-18" });
    const after = taskStatus(task, "2026-11-23");
    expect(after, "once it is over").toEqual({ kind: "overdue", date: "2026-11-19" });
  });

  test("Next Due when due today and not yet completed", () => {
    const task = { ...DAILY, startDate: TODAY };
    expect(taskStatus(task, TODAY)).toEqual({ kind: "next-due", date: TODAY });
  });

  test("Next Due when a next due date exists", () => {
    const task = { ...DAILY, startDate: TODAY, completedDays: daySet(TODAY) };
    expect(taskStatus(task, TODAY)).toEqual({ kind: "next-due", date: "2026-11-22" });
  });

  test("otherwise no upcoming due dates", () => {
    const task = { ...DAILY, startDate: TODAY, endDate: TODAY, completedDays: daySet(TODAY) };
    expect(taskStatus(task, TODAY)).toEqual({ kind: "none", date: null });
  });
});
