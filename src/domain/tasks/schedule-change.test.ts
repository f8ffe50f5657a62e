import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayAfter } from "../../../tests/support/model-events.ts";
import { dayIn, turnTask } from "../../../tests/support/random-turns.ts";
import { runs, seed } from "../../../tests/support/runs.ts";
import { daySet, sampleTask } from "../../../tests/support/sample-task.ts";
import { shownStatuses } from "../../../tests/support/shown-statuses.ts";
import { addDays } from "../dates/calendar.ts";
import { type CalendarDate, toDayNumber } from "../dates/calendar-date.ts";
import { taskDays } from "../recurrence/task-schedule.ts";
import { firstDay, isDueTwice, pastEffect, withEarlier, withSchedule } from "./schedule-change.ts";
import type { Task } from "./task.ts";

const FIRST_SHOWN = "2025-06-01";

/** The effect counted day by day, of statuses that are worked out before and after. */
function countedEffect(before: Task, after: Task, today: CalendarDate) {
  const yesterday = addDays(today, -1);
  const [old, now] = [before, after].map((task) =>
    shownStatuses(task, FIRST_SHOWN, yesterday, today),
  );
  const [wasDue, isDue] = [before, after].map((task) => taskDays(task).occurrences);
  const first = toDayNumber(FIRST_SHOWN);
  const counts = { becomeMissed: 0, noLongerMissed: 0, doneNotDue: 0 };
  for (const [index, status] of (now ?? []).entries()) {
    const was = old?.[index];
    if (status === "missed" && was !== "missed") counts.becomeMissed += 1;
    if (status !== "missed" && was === "missed") counts.noLongerMissed += 1;
    const day = first + index;
    if (status === "completed" && wasDue?.has(day) && !isDue?.has(day)) counts.doneNotDue += 1;
  }
  return counts;
}

/** Tasks with everything that decides their days, and the schedule that each is to get. */
const changes = fc
  .sample(fc.record({ task: turnTask, other: turnTask, today: dayIn(60, 250) }), {
    ...{ seed, numRuns: runs(2_000) },
  })
  .map(({ task, other, today }) => {
    const { startDate, endDate, repeatValue, customRrule, afterDone, season } = other;
    return {
      task,
      today,
      schedule: { startDate, endDate, repeatValue, customRrule, afterDone, season },
    };
  });

describe(`what a change does to the days before today, of ${changes.length} tasks`, () => {
  test("is the difference of the statuses before and after it", () => {
    let changed = 0;
    for (const { task, today, schedule } of changes) {
      for (const scheduleFrom of [null, today]) {
        const after = withSchedule(task, { ...schedule, scheduleFrom });
        const effect = pastEffect(task, after, today);
        expect(effect).toEqual(countedEffect(task, after, today));
        if (scheduleFrom === null) changed += Object.values(effect).filter(Boolean).length;
      }
    }
    // A small sample may have no change at all.
    if (changes.length >= 100) expect(changed).toBeGreaterThan(changes.length / 3);
  });

  test("of an earlier start is that of the days before the first one alone", () => {
    for (const { task, today, schedule } of changes) {
      const first = firstDay(task);
      if (first === null || first > today) continue;
      const isAcross = ({ dueDate, newDate }: { dueDate: string; newDate: string }) =>
        dueDate < first !== newDate < first;
      // The database refuses it.
      if (task.putOffs.some(isAcross)) continue;
      const startDate = dayAfter(first, -20);
      const after = withEarlier(task, { ...task, ...schedule, startDate });
      expect(firstDay(after)).toBe(startDate);
      expect(pastEffect(task, after, today)).toEqual(countedEffect(task, after, today));
      const shown = (one: Task) => shownStatuses(one, first, dayAfter(today, 40), today);
      expect(shown(after)).toEqual(shown(task));
    }
  });
});

describe("a former schedule that never counted", () => {
  const never = { startDate: "2026-12-01", repeatValue: "daily", afterDone: null, season: null };
  const task = sampleTask({
    startDate: "2026-11-20",
    scheduleFrom: "2026-11-20",
    formerSchedules: [{ ...never, validUntil: "2026-11-19" }],
  });

  test("is no first day, and gives way to an earlier start", () => {
    expect(firstDay(task)).toBe("2026-11-20");
    const earlier = { ...task, startDate: "2026-11-01" };
    expect(withEarlier(task, earlier).formerSchedules).toMatchObject([
      { startDate: "2026-11-01", validUntil: "2026-11-19" },
    ]);
  });

  test("and a task that ended before it began has no first day", () => {
    expect(
      firstDay({ formerSchedules: [], startDate: "2026-11-20", endDate: "2026-11-19" }),
    ).toBeNull();
  });
});

test("2,000 years are counted at once", () => {
  const task = sampleTask({ startDate: "0001-01-01", completedDays: daySet("2026-11-01") });
  const weekly = withSchedule(task, { repeatValue: "weekly", scheduleFrom: null });
  expect(pastEffect(task, weekly, "2026-11-20")).toMatchObject({ noLongerMissed: 634_232 });
});

describe("what is put off to a day that another schedule has anyway", () => {
  const [today, next, later] = ["2026-11-18", "2026-11-23", "2026-11-24"];
  const putOffs = [{ dueDate: next, newDate: later }];
  const weekly = sampleTask({ startDate: "2026-11-02", repeatValue: "weekly", putOffs });
  const isLost = (changes: Partial<Task>, task = weekly) =>
    isDueTwice(withSchedule(task, { scheduleFrom: today, ...changes }), today);

  test("is found of every kind of rule, for the past too, and while it is paused", () => {
    expect(isDueTwice(weekly, today)).toBe(false);
    for (const customRrule of [
      "FREQ=DAILY",
      "FREQ=MONTHLY;BYMONTHDAY=23,24",
      "FREQ=WEEKLY;BYDAY=MO,TU",
    ]) {
      const custom = { repeatValue: "custom", customRrule } as const;
      expect(isLost(custom), customRrule).toBe(true);
      expect(isLost({ ...custom, scheduleFrom: null }), customRrule).toBe(true);
    }
    const paused = { ...weekly, pausedDays: daySet(later) };
    expect(isLost({ repeatValue: "daily" }, paused)).toBe(true);
    const missed = { ...weekly, putOffs: [{ dueDate: "2026-11-16", newDate: later }] };
    expect(isLost({ startDate: later }, missed), "what the former schedule decides").toBe(true);
    const over = { ...weekly, putOffs: [{ dueDate: "2026-11-16", newDate: "2026-11-17" }] };
    expect(isLost({ repeatValue: "daily", scheduleFrom: null }, over)).toBe(true);
    expect(isLost({ repeatValue: "daily" }, over)).toBe(false);
  });

  test("is no longer there where that is done, lies apart, or is over", () => {
    expect(isLost({ repeatValue: "daily" }, { ...weekly, completedDays: daySet(later) })).toBe(
      false,
    );
    expect(isLost({ startDate: "2026-11-19" })).toBe(false);
    expect(isLost({ repeatValue: "custom", afterDone: "P1D" })).toBe(false);
    expect(
      isDueTwice(withSchedule(weekly, { repeatValue: "daily", scheduleFrom: today }), "2026-11-25"),
    ).toBe(false);
  });
});
