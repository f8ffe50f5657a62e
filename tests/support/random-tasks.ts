import * as fc from "fast-check";
import {
  type CalendarDate,
  fromDayNumber,
  toDayNumber,
} from "../../src/domain/dates/calendar-date.ts";
import { DaySet } from "../../src/domain/dates/day-set.ts";
import type { DueRules, TaskSchedule } from "../../src/domain/recurrence/task-schedule.ts";
import type { Task } from "../../src/domain/tasks/task.ts";
import { randomCustomSchedule, randomDate } from "./random-schedules.ts";
import { taskOf } from "./task-fixture.ts";

/** For tests only: random tasks with everything that decides their days, and boards of them. */

const schedule: fc.Arbitrary<TaskSchedule> = fc
  .record({
    custom: randomCustomSchedule,
    repeatValue: fc.constantFrom("daily", "weekly", "monthly", "yearly", "custom"),
    season: fc.option(fc.subarray([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], { minLength: 1 })),
  })
  .map(({ custom, repeatValue, season }) => ({
    startDate: custom.schedule.startDate,
    endDate: custom.schedule.endDate,
    repeatValue,
    customRrule: repeatValue === "custom" ? `RRULE:${custom.schedule.rule}` : null,
    afterDone: null,
    season,
  }));

const days = (date: fc.Arbitrary<CalendarDate>, maxLength = 4) =>
  fc
    .array(fc.tuple(date, fc.integer({ min: 1, max: 60 })), { maxLength })
    .map((runs) => DaySet.fromRuns(runs.map(([from, length]) => [toDayNumber(from), length])));

/** Up to three former schedules, with pauses and put-offs; their days come from `date`. */
const dueRules = (date: fc.Arbitrary<CalendarDate>): fc.Arbitrary<DueRules> =>
  fc
    .record({
      schedules: fc.array(schedule, { minLength: 1, maxLength: 4 }),
      turns: fc.uniqueArray(date, { minLength: 3, maxLength: 3 }),
      pausedDays: days(date),
      putOffs: fc.array(
        fc.record({ dueDate: date, newDate: date, toFormerSchedule: fc.boolean() }),
        { maxLength: 3 },
      ),
    })
    .map(({ schedules, turns, pausedDays, putOffs }) => {
      const [current, ...former] = schedules as [TaskSchedule, ...TaskSchedule[]];
      const ends = turns.toSorted();
      const formerSchedules = former.map((one, index) => ({
        ...one,
        validUntil: ends[index] as string,
      }));
      const last = formerSchedules.at(-1)?.validUntil;
      return {
        ...current,
        scheduleFrom: last ? fromDayNumber(toDayNumber(last) + 1) : null,
        formerSchedules,
        pausedDays,
        putOffs,
        completedDays: DaySet.empty,
        skippedDays: DaySet.empty,
      };
    });

/** Everything that decides the days of a task without completions. */
export const randomDueRules = dueRules(randomDate);

/** Pieces of text that have confused readers and writers of text formats. */
const PIECES = [
  "🌱",
  "👩‍👩‍👧‍👦",
  "🇩🇪",
  "é",
  "e\u0301",
  "漢字",
  "שלום",
  "\u202eטקסט",
  ",",
  ";",
  ":",
  '"',
  "'",
  "\\",
  "\\n",
  "\\,",
  "^n",
  "<b>&amp;</b>",
  "END:VEVENT",
  "BEGIN:VALARM",
  "RRULE:FREQ=DAILY",
  "=",
  "%0D%0A",
  " ",
  "  ",
  "Water the plants",
  "x".repeat(40),
  "🧹".repeat(20),
];
const LINE_ENDS = ["\n", "\r\n", "\r", "\n\n", "\t", "\u2028", "\u2029", "\u0085", "\u000b", "\f"];

const text = (pieces: readonly string[], maxLength: number) =>
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "grapheme", maxLength: 12 })), {
      minLength: 1,
      maxLength: 12,
    })
    .map((parts) => [...parts.join("").trim()].slice(0, maxLength).join("").trim() || "Plants");

const AFTER_DONE = [null, null, null, "P1D", "P10D", "P3W", "P1M"];

/** A day and a board with turning points around it; its tasks have distinct ids. */
export const randomBoard: fc.Arbitrary<{ today: CalendarDate; tasks: readonly Task[] }> =
  randomDate.chain((today) => {
    const near = fc
      .integer({ min: -70, max: 375 })
      .map((offset) => fromDayNumber(toDayNumber(today) + offset));
    const past = fc
      .integer({ min: -90, max: 0 })
      .map((offset) => fromDayNumber(toDayNumber(today) + offset));
    const task = fc
      .record({
        rules: dueRules(near),
        startDate: fc.oneof(near, past, randomDate),
        lasts: fc.option(fc.integer({ min: 0, max: 500 }), { freq: 2 }),
        afterDone: fc.constantFrom(...AFTER_DONE),
        happened: fc.oneof(
          { weight: 3, arbitrary: fc.constant(null) },
          fc.record({
            name: fc.constantFrom("Dishes done", "Dishes done", "Washing done"),
            day: past,
            number: fc.constantFrom(undefined, 312, 1e12, 0.125),
          }),
        ),
        completedDays: days(past),
        skippedDays: days(past, 2),
        title: text(PIECES, 100),
        subtitle: fc.option(text([...PIECES, ...LINE_ENDS], 700)),
        checklist: fc.array(text(PIECES, 60), { maxLength: 3 }),
        revision: fc.integer({ min: 1, max: 100_000 }),
        updatedAt: past.map((date) => `${date}T23:59:59.999Z`),
      })
      .map(({ rules, lasts, happened, ...rest }) =>
        taskOf({
          ...rules,
          ...rest,
          repeatValue: rules.repeatValue as Task["repeatValue"],
          ...(happened !== null && {
            ...{
              repeatValue: "custom",
              customRrule: null,
              waitsFor: "Dishes done",
              waitsAmount: happened.number === undefined ? null : 300,
            },
            happened,
          }),
          endDate: lasts === null ? null : fromDayNumber(toDayNumber(rest.startDate) + lasts),
          skippedDays: rest.skippedDays.minus(rest.completedDays),
        } as Partial<Task>),
      );
    return fc.array(task, { maxLength: 5 }).map((tasks) => ({
      today,
      tasks: tasks.map((one, index) => ({
        ...one,
        id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`,
      })),
    }));
  });
