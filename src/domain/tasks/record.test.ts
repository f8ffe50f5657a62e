import { describe, expect, test } from "vitest";
import { taskOf } from "../../../tests/support/task-fixture.ts";
import { type CalendarDate, toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import { US_ENGLISH } from "../language/locale.ts";
import { nextDatesText, nextTaskDates, noNextDatesText } from "../recurrence/next-dates.ts";
import { repeatText } from "../recurrence/rule-text.ts";
import { hasPast } from "../recurrence/task-schedule.ts";
import { dayStatus, dueDays, taskStatus } from "./day-status.ts";
import { type Task, withCompletions, withoutCompletions } from "./task.ts";

const on = (...dates: CalendarDate[]) => DaySet.fromDays(dates.map(toDayNumber));
const TODAY = "2026-11-20";
const WEEKLY = { startDate: "2026-10-01", repeatValue: "weekly" } as const; // a Thursday
const status = (task: Task, date: CalendarDate) => dayStatus(task, date, TODAY);
const missed = (task: Task) => dueDays(task, TODAY).missedCount;

describe("a past that stays", () => {
  const weekly = taskOf({
    ...WEEKLY,
    completedDays: on("2026-10-01", "2026-10-08", "2026-10-15", "2026-10-22", "2026-10-29"),
  });

  test("a schedule that counts from today on leaves the days before as they were", () => {
    const { startDate, endDate, repeatValue, customRrule, customRruleText } = weekly;
    const former = { startDate, endDate, repeatValue, customRrule, customRruleText };
    const daily = taskOf({
      ...weekly,
      repeatValue: "daily",
      scheduleFrom: TODAY,
      formerSchedules: [{ ...former, afterDone: null, season: null, validUntil: "2026-11-19" }],
    });
    expect(missed(daily)).toBe(missed(weekly));
    expect(status(daily, "2026-11-18")).toBe(null);
    expect(status(daily, TODAY)).toBe("due-today");
    expect(status(daily, "2026-11-21")).toBe("due-future");
  });
});

describe("skipped, paused and put off", () => {
  test("a skipped day is neither missed nor done", () => {
    const task = taskOf({ ...WEEKLY, skippedDays: on("2026-11-12") });
    expect(status(task, "2026-11-12")).toBe("skipped");
    expect(missed(task)).toBe(missed(taskOf(WEEKLY)) - 1);
  });

  test("nothing is due in a pause, and what was done there stays done", () => {
    const task = taskOf({
      pausedDays: DaySet.fromRuns([[toDayNumber("2026-11-02"), 10]]),
      completedDays: on("2026-11-05"),
    });
    expect(status(task, "2026-11-04")).toBe("paused");
    expect(status(task, "2026-11-05")).toBe("completed");
    expect(missed(task)).toBe(9);
  });

  test("what was put off is due on its new day alone", () => {
    const task = taskOf({
      ...WEEKLY,
      putOffs: [{ dueDate: "2026-11-19", newDate: TODAY }],
    });
    expect(status(task, "2026-11-19")).toBe("put-off");
    expect(status(task, TODAY)).toBe("due-today");
    expect(taskStatus(task, TODAY)).toEqual({ kind: "overdue", date: "2026-11-12" });
  });
});

describe("what a miss means", () => {
  test("every one counts, the latest alone, or none", () => {
    expect(missed(taskOf(WEEKLY))).toBe(8);
    expect(missed(taskOf({ ...WEEKLY, missedPolicy: "latest" }))).toBe(1);
    const settled = taskOf({ ...WEEKLY, missedPolicy: "latest", completedDays: on("2026-11-19") });
    expect(missed(settled), "the earlier ones count no more").toBe(0);
    expect(missed(taskOf({ ...WEEKLY, missedPolicy: "pass" }))).toBe(0);
  });

  test("only what counts changes, not the days", () => {
    const task = taskOf({ ...WEEKLY, missedPolicy: "pass" });
    expect(status(task, "2026-11-12")).toBe("missed");
  });

  test("with today's due, an earlier one is no longer the latest", () => {
    expect(missed(taskOf({ missedPolicy: "latest" }))).toBe(0);
    expect(dueDays(taskOf({ missedPolicy: "latest" }), TODAY).isDueToday).toBe(true);
  });
});

describe("an interval task", () => {
  const task = taskOf({
    startDate: "2026-11-01",
    repeatValue: "custom",
    afterDone: "P3D",
    completedDays: on("2026-11-10"),
  });

  test("is overdue once, and open today", () => {
    expect(missed(task)).toBe(1);
    expect(taskStatus(task, TODAY)).toEqual({ kind: "overdue", date: "2026-11-13" });
    expect(status(task, "2026-11-13")).toBe(null);
    expect(status(task, TODAY)).toBe("due-today");
  });

  test("put off into a pause, it leaves those days paused", () => {
    const pausedDays = DaySet.fromRuns([[toDayNumber("2026-11-14"), 3]]);
    const putOffs = [{ dueDate: "2026-11-13", newDate: "2026-11-15" }];
    expect(status({ ...task, pausedDays }, "2026-11-15")).toBe("paused");
    expect(status({ ...task, pausedDays, putOffs }, "2026-11-15")).toBe("paused");
    expect(status({ ...task, pausedDays, putOffs }, TODAY)).toBe("due-today");
  });

  test("moves on with what was done, early too, and back with undo", () => {
    const done = {
      status: "done",
      completedAt: `${TODAY}T08:00:00.000Z`,
      timeZone: "UTC",
      completedBy: "ann",
    } as const;
    const next = withCompletions(task, [{ date: TODAY, ...done }]);
    expect(taskStatus(next, TODAY)).toEqual({ kind: "next-due", date: "2026-11-23" });
    expect(taskStatus(withoutCompletions(next, [TODAY]), TODAY)).toEqual({
      kind: "overdue",
      date: "2026-11-13",
    });
  });
});

describe("why there are no next dates", () => {
  const late = taskOf({
    startDate: "2026-10-27",
    repeatValue: "custom",
    afterDone: "P3W",
    completedDays: on("2026-10-27"),
  });

  test("a late interval task is due again when it is done", () => {
    expect(taskStatus(late, TODAY)).toEqual({ kind: "overdue", date: "2026-11-17" });
    expect(nextTaskDates(late, TODAY, 5)).toEqual([]);
    expect(noNextDatesText(late, TODAY, US_ENGLISH)).toBe("Due again 3 weeks after it is done.");
    expect(noNextDatesText({ ...late, afterDone: "P1D" }, TODAY, US_ENGLISH)).toBe(
      "Due again 1 day after it is done.",
    );
  });

  test("but not beyond its end, nor what has dates", () => {
    expect(noNextDatesText({ ...late, endDate: "2026-12-10" }, TODAY, US_ENGLISH)).toBe(
      "Not due again.",
    );
    expect(noNextDatesText({ ...late, endDate: "2026-12-11" }, TODAY, US_ENGLISH)).toMatch(
      /^Due again/,
    );
    expect(noNextDatesText(taskOf({ endDate: "2026-11-18" }), TODAY, US_ENGLISH)).toBe(
      "Not due again.",
    );
  });
});

describe("whether a schedule has a past", () => {
  test("it has one from its first occurrence before today on", () => {
    expect(hasPast(taskOf({ startDate: TODAY }), TODAY)).toBe(false);
    expect(hasPast(taskOf({ startDate: "2026-11-19" }), TODAY)).toBe(true);
    expect(hasPast(taskOf({ ...WEEKLY, scheduleFrom: TODAY }), TODAY)).toBe(false);
  });

  test("an interval task has one from the first time it was done on", () => {
    const task = taskOf({ repeatValue: "custom", afterDone: "P1M", startDate: "2026-11-01" });
    expect(hasPast({ ...task, completedDays: on("2026-11-18") }, TODAY)).toBe(true);
    expect(hasPast({ ...task, startDate: TODAY, completedDays: on(TODAY) }, TODAY)).toBe(false);
  });
});

test("the words of an interval task, and the next dates in a season", () => {
  const words = (afterDone: string) =>
    repeatText(taskOf({ repeatValue: "custom", afterDone }), US_ENGLISH);
  expect(words("P3D")).toBe("3 days after it was done");
  expect(words("P1W")).toBe("1 week after it was done");
  expect(words("P12M")).toBe("12 months after it was done");
  const seasonal = taskOf({ startDate: "2026-11-29", season: [11, 5] });
  expect(nextDatesText(seasonal, TODAY, US_ENGLISH)?.slice(0, 3)).toEqual([
    "Sun, Nov 29",
    "Mon, Nov 30",
    "Sat, May 1, 2027",
  ]);
});
