import { describe, expect, test } from "vitest";
import { taskOf } from "../../../tests/support/task-fixture.ts";
import { toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import { US_ENGLISH } from "../language/locale.ts";
import { noNextDatesText } from "../recurrence/next-dates.ts";
import { repeatText } from "../recurrence/rule-text.ts";
import { taskOccurrences } from "../recurrence/task-schedule.ts";
import { becauseText } from "./because-text.ts";
import { checklistDay } from "./checklist.ts";
import { dayStatus, dueDays } from "./day-status.ts";
import { dayDoneEarlier } from "./done-earlier.ts";
import { dueOn } from "./due-on.ts";
import { putOffChoices } from "./put-off-choices.ts";
import { statusText } from "./status-text.ts";
import type { Task } from "./task.ts";

/** A task that waits for something to happen. */

const NAME = "dishwasher done";
const happenedOn = (day: string, name = NAME) => ({ happened: { name, day } });
const days = (...dates: string[]) => DaySet.fromDays(dates.map(toDayNumber));
const waiting = (changes: Partial<Task> = {}) =>
  taskOf({ repeatValue: "custom", waitsFor: NAME, startDate: "2026-11-01", ...changes });
const firstDue = (task: Task) => {
  const day = taskOccurrences(task).firstFrom(0);
  return day === null ? null : new Date(day * 86_400_000).toISOString().slice(0, 10);
};

test.each<[string, Partial<Task>, string | null]>([
  ["before anything happened", {}, null],
  ["once it happened", happenedOn("2026-11-10"), "2026-11-10"],
  [
    "done or skipped before",
    { ...happenedOn("2026-11-10"), completedDays: days("2026-11-09") },
    "2026-11-10",
  ],
  ["done on that day", { ...happenedOn("2026-11-10"), completedDays: days("2026-11-10") }, null],
  ["skipped later", { ...happenedOn("2026-11-10"), skippedDays: days("2026-11-12") }, null],
  ["what it waited for before", happenedOn("2026-11-10", "washing done"), null],
  ["before its start", happenedOn("2026-10-10"), "2026-11-01"],
  [
    "before its schedule",
    { ...happenedOn("2026-11-10"), scheduleFrom: "2026-11-15" },
    "2026-11-15",
  ],
  ["after its end", { ...happenedOn("2026-11-10"), endDate: "2026-11-09" }, null],
  [
    "in a pause",
    { ...happenedOn("2026-11-10"), pausedDays: days("2026-11-10", "2026-11-11") },
    "2026-11-12",
  ],
  ["out of season", { ...happenedOn("2026-11-10"), season: [12] }, "2026-12-01"],
  [
    "put off",
    {
      ...happenedOn("2026-11-10"),
      putOffs: [{ dueDate: "2026-11-10", newDate: "2026-11-13" }],
    },
    "2026-11-13",
  ],
  [
    "put off, and done in between",
    {
      ...happenedOn("2026-11-10"),
      putOffs: [{ dueDate: "2026-11-10", newDate: "2026-11-13" }],
      completedDays: days("2026-11-11"),
    },
    null,
  ],
])("is due %s", (_, changes, due) => {
  expect(firstDue(waiting(changes))).toBe(due);
});

describe("while it is open", () => {
  const task = waiting(happenedOn("2026-11-10"));

  test("it is due today, and no day of it is missed", () => {
    const statuses = ["2026-11-10", "2026-11-11", "2026-11-12"].map((date) =>
      dayStatus(task, date, "2026-11-12"),
    );
    expect(statuses).toEqual([null, null, "due-today"]);
    expect(statusText(task, "2026-11-12", US_ENGLISH).text).toBe("Overdue: 2 days ago");
  });

  test("a tick keeps that day as its due day, but of a day before it happened", () => {
    expect(dueOn(task, "2026-11-12")).toBe("2026-11-10");
    expect(dueOn(task, "2026-11-09")).toBeNull();
  });

  test("it is neither done nor put off to a day before it happened", () => {
    expect(dayDoneEarlier(task, "2026-11-12", "2026-11-10")).toBe("2026-11-10");
    expect(dayDoneEarlier(task, "2026-11-12", "2026-11-09")).toBeNull();
    expect(putOffChoices(task, "2026-11-10", "2026-11-08", 2)).toEqual([
      "2026-11-11",
      "2026-11-12",
    ]);
  });

  test("its checklist is that of its due day, also once it has happened again", () => {
    expect(checklistDay(task, "2026-11-12")).toBe("2026-11-10");
    const date = "2026-11-12";
    const done = { date, status: "done", dueOn: "2026-11-10", completedBy: "alice" } as const;
    const completedAt = "2026-11-12T08:00:00Z";
    const again = {
      ...{ ...task, ...happenedOn("2026-11-13"), completedDays: days(date) },
      recentCompletions: [{ ...done, completedAt, timeZone: "UTC" }],
    };
    expect(checklistDay(again, date)).toBe("2026-11-10");
  });

  test("it says why, and by which door", () => {
    const happened = {
      name: NAME,
      day: "2026-11-10",
      via: "token",
      viaName: "Kitchen panel",
    } as const;
    expect(becauseText({ ...task, happened }, US_ENGLISH)).toBe(
      "because “dishwasher done”, by \u2068Kitchen panel\u2069",
    );
    const done = { ...task, happened, completedDays: days("2026-11-10") };
    expect(becauseText(done, US_ENGLISH)).toBeNull();
  });
});

describe("with a time at most", () => {
  const atMost = (changes: Partial<Task> = {}) => waiting({ afterDone: "P1M", ...changes });
  const done = { completedDays: days("2026-11-05") };

  test.each<[string, Partial<Task>, string | null]>([
    ["counted from its start, while it was never done", {}, "2026-12-01"],
    ["or from its schedule's", { scheduleFrom: "2026-11-20" }, "2026-12-20"],
    ["counted from when it was last done", done, "2026-12-05"],
    ["or skipped", { ...done, skippedDays: days("2026-11-08") }, "2026-12-08"],
    ["when it happens before", { ...done, ...happenedOn("2026-11-10") }, "2026-11-10"],
    ["at the time, when it happens later", { ...done, ...happenedOn("2026-12-06") }, "2026-12-05"],
    ["counted anew once that was done", { ...happenedOn("2026-11-05"), ...done }, "2026-12-05"],
    [
      "for what happened under another name",
      { ...done, ...happenedOn("2026-11-10", "x") },
      "2026-12-05",
    ],
    [
      "where the time was put off to",
      { ...done, putOffs: [{ dueDate: "2026-12-05", newDate: "2026-12-24" }] },
      "2026-12-24",
    ],
    ["but not after its end", { ...done, endDate: "2026-12-04" }, null],
  ])("is due %s", (_, changes, due) => {
    expect(firstDue(atMost(changes))).toBe(due);
  });

  test("a tick keeps the day on which it was due by either", () => {
    expect(dueOn(atMost(done), "2026-11-20")).toBe("2026-12-05");
    expect(dueOn(atMost({ ...done, ...happenedOn("2026-11-10") }), "2026-11-20")).toBe(
      "2026-11-10",
    );
    expect(dueOn(atMost({ ...done, ...happenedOn("2026-11-10") }), "2026-11-09")).toBeNull();
    const stale = atMost({ ...done, ...happenedOn("2026-11-10", "x") });
    expect(dueOn(stale, "2026-11-09")).toBe("2026-12-05");
    expect(dayDoneEarlier(stale, "2026-11-12", "2026-11-09")).toBe("2026-11-09");
  });

  test("it says when it is due, and why, where that isn't its time", () => {
    const task = atMost(done);
    expect(statusText(task, "2026-11-20", US_ENGLISH).text).toBe("Next Due: Dec 5, 2026");
    expect(becauseText(task, US_ENGLISH)).toBeNull();
    const late = { ...task, happened: { name: NAME, day: "2026-12-06" } };
    expect(becauseText(late, US_ENGLISH)).toBeNull();
    const both = { ...task, happened: { name: NAME, day: "2026-12-05" } };
    expect(becauseText(both, US_ENGLISH)).toBe("because “dishwasher done”");
  });
});

test("an amount and a time are told with the rhythm", () => {
  const drier = (changes: Partial<Task>) => waiting({ waitsFor: "Drier hours", ...changes });
  const texts = (changes: Partial<Task>) => [
    repeatText(drier(changes), US_ENGLISH),
    noNextDatesText(drier(changes), "2027-11-20", US_ENGLISH),
  ];
  expect(texts({ waitsAmount: 1300 })).toEqual([
    "When “Drier hours” has grown by 1,300",
    "Due when “Drier hours” has grown by 1,300.",
  ]);
  expect(texts({ waitsAmount: 300, afterDone: "P6M" })).toEqual([
    "When “Drier hours” has grown by 300, or 6 months after it was done",
    "Due when “Drier hours” has grown by 300, or 6 months after it was done.",
  ]);
  expect(texts({ afterDone: "P1W" })).toEqual([
    "When “Drier hours” happens, or 1 week after it was done",
    "Due when “Drier hours” happens, or 1 week after it was done.",
  ]);
});

test("while nothing happens, it waits and is not finished; with its end it is", () => {
  const task = waiting({ endDate: "2026-12-01" });
  const today = "2026-11-20";
  expect(statusText(task, today, US_ENGLISH)).toEqual({
    kind: "none",
    text: "Waits for “dishwasher done”",
  });
  expect(noNextDatesText(task, today, US_ENGLISH)).toBe("Due when “dishwasher done” happens.");
  expect(dueDays(task, today).isFinished).toBe(false);
  expect(dueDays(task, "2026-12-02").isFinished).toBe(true);
  expect(repeatText(task, US_ENGLISH)).toBe("When “dishwasher done” happens");
});
