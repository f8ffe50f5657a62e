import * as fc from "fast-check";
import {
  type CalendarDate,
  fromDayNumber,
  toDayNumber,
} from "../../src/domain/dates/calendar-date.ts";
import { DaySet } from "../../src/domain/dates/day-set.ts";
import type { Household } from "../../src/domain/households/household.ts";
import { isOneAtATime, type TaskSchedule } from "../../src/domain/recurrence/task-schedule.ts";
import type { Task } from "../../src/domain/tasks/task.ts";
import type { Absence, Roster } from "../../src/domain/turns/turn-types.ts";
import { sampleTask } from "./sample-task.ts";

/** For tests only: random tasks of a household whose people take turns, are away and swap. */

export const PEOPLE = ["ann", "bob", "cem", "dan", "eve", "fay"];
const FIRST = toDayNumber("2026-01-05");

export const dayIn = (from: number, to: number) =>
  fc.integer({ min: FIRST + from, max: FIRST + to }).map(fromDayNumber);
const date = dayIn(-30, 330);

const RULES = [
  "RRULE:FREQ=DAILY;INTERVAL=3",
  "RRULE:FREQ=WEEKLY;BYDAY=MO,TH",
  "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU",
  "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1",
  "RRULE:FREQ=DAILY;COUNT=40",
];

/** When something was entered or done. */
export const instant = fc
  .integer({ min: (FIRST - 30) * 24, max: (FIRST + 330) * 24 })
  .map((hours) => new Date(hours * 3_600_000).toISOString());

type TurnSchedule = TaskSchedule & Roster & { readonly rosterSince: string };

const WAITS_FOR = "Dishes done";

const schedule: fc.Arbitrary<TurnSchedule> = fc
  .record({
    startDate: dayIn(-40, 60),
    lasts: fc.option(fc.integer({ min: 0, max: 250 }), { freq: 8 }),
    repeatValue: fc.constantFrom("daily", "daily", "weekly", "monthly", "custom"),
    rule: fc.constantFrom(...RULES),
    afterDone: fc.option(fc.constantFrom("P1D", "P5D", "P2W", "P1M"), { freq: 2 }),
    waitsFor: fc.constantFrom(null, null, WAITS_FOR),
    waitsAmount: fc.constantFrom(null, 300),
    season: fc.option(fc.subarray([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], { minLength: 4 }), {
      freq: 2,
    }),
    roster: fc.shuffledSubarray(PEOPLE, { minLength: 0 }),
    turnLength: fc.constantFrom("each", "each", "week", "month"),
    rosterSince: instant,
  })
  .map(({ lasts, rule, startDate, waitsFor, waitsAmount, ...one }) => ({
    ...one,
    waitsFor,
    waitsAmount: waitsFor === null ? null : waitsAmount,
    startDate,
    endDate: lasts === null ? null : fromDayNumber(toDayNumber(startDate) + lasts),
    ...(waitsFor !== null || one.afterDone !== null
      ? { repeatValue: "custom", customRrule: null }
      : { customRrule: one.repeatValue === "custom" ? rule : null }),
  }));

export const absence: fc.Arbitrary<Absence> = fc
  .record({
    id: fc.uuid(),
    person: fc.constantFrom(...PEOPLE),
    from: date,
    days: fc.option(fc.integer({ min: 0, max: 90 }), { freq: 6 }),
    entered: fc.integer({ min: -10, max: 20 }),
    ended: fc.option(fc.integer({ min: -5, max: 60 }), { freq: 2 }),
  })
  .map(({ id, person, from, days, entered, ended }) => {
    const later = (count: number) => fromDayNumber(toDayNumber(from) + count);
    return {
      id,
      person,
      from,
      to: days === null ? null : later(days),
      enteredOn: later(entered),
      endedOn: ended === null ? null : later(Math.max(entered, ended)),
    };
  });

/** Up to three versions, every other one with the people of the one before it. */
const versions = fc
  .record({
    schedules: fc.array(schedule, { minLength: 1, maxLength: 3 }),
    ends: fc.uniqueArray(dayIn(20, 250), { minLength: 2, maxLength: 2 }),
    keeps: fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }),
  })
  .map(({ schedules, ends, keeps }) => {
    const until = ends.toSorted();
    const kept = schedules.map((one, index) => {
      const before = schedules[index - 1];
      const { roster, turnLength, rosterSince } = before && keeps[index - 1] ? before : one;
      return { ...one, roster, turnLength, rosterSince };
    });
    const current = kept.at(-1) as TurnSchedule;
    const former = kept
      .slice(0, -1)
      .map((one, index) => ({ ...one, validUntil: until[index] as CalendarDate }));
    const last = former.at(-1)?.validUntil;
    const scheduleFrom = last ? fromDayNumber(toDayNumber(last) + 1) : null;
    return { ...current, scheduleFrom, formerSchedules: former };
  });

const daySet = (maxLength: number) =>
  fc
    .array(fc.tuple(date, fc.integer({ min: 1, max: 20 })), { maxLength })
    .map((days) => DaySet.fromRuns(days.map(([from, length]) => [toDayNumber(from), length])));
const settledDays = fc
  .array(date, { maxLength: 25 })
  .map((days) => DaySet.fromDays(days.map(toDayNumber)));

export const householdOf = (absences: readonly Absence[]): Household => ({
  ...{ id: "flat", name: "The flat", role: "keeper", me: "ann" },
  people: PEOPLE.slice(0, 5).map((id) => ({
    ...{ id, name: id, face: 0, role: "member", isJoined: true },
  })),
  former: { fay: "Fay" },
  absences,
});

export const turnTask: fc.Arbitrary<Task> = fc
  .record({
    schedules: versions,
    absences: fc.array(absence, { maxLength: 12 }),
    swaps: fc.uniqueArray(
      fc.record({ day: date, person: fc.constantFrom(...PEOPLE, "stranger") }),
      { maxLength: 6, selector: ({ day }) => day },
    ),
    putOffs: fc.array(fc.record({ dueDate: date, newDate: date }), { maxLength: 4 }),
    pausedDays: daySet(3),
    happened: fc.option(
      fc.record({ name: fc.constantFrom(WAITS_FOR, WAITS_FOR, "Washing done"), day: date }),
    ),
    completedDays: settledDays,
    skippedDays: settledDays,
  })
  .map(({ schedules, absences, swaps, putOffs, ...days }) => {
    const isDated = ![schedules, ...schedules.formerSchedules].some(isOneAtATime);
    return sampleTask({
      ...schedules,
      ...days,
      customRruleText: null,
      repeatValue: schedules.repeatValue as Task["repeatValue"],
      season: schedules.season === null ? null : [...schedules.season],
      roster: [...schedules.roster],
      skippedDays: days.skippedDays.minus(days.completedDays),
      // The record's models cover put-offs where one is open at a time.
      putOffs: isDated
        ? putOffs.filter(
            ({ dueDate, newDate }, index) =>
              dueDate !== newDate &&
              putOffs.every(
                (other, at) =>
                  at >= index || (other.dueDate !== dueDate && other.newDate !== newDate),
              ),
          )
        : [],
      swaps: swaps.toSorted((a, b) => (a.day < b.day ? -1 : 1)),
      householdId: "flat",
      household: householdOf(absences),
    });
  });
