import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { expectDimensions } from "../../../tests/support/dimensions.ts";
import { occurrencesBetween, previousOccurrence } from "../../../tests/support/occurrences.ts";
import {
  customSchedule,
  randomCustomSchedule,
  randomDate,
} from "../../../tests/support/random-schedules.ts";
import { rfcOccurrences } from "../../../tests/support/rfc5545-oracle.ts";
import { runs, seed } from "../../../tests/support/runs.ts";
import { addDays } from "../dates/calendar.ts";
import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { isOccurrence, nextOccurrence, occurrencesOf, type Schedule } from "./recurrence.ts";

/**
 * Random schedules against RFC 5545 and the definitions in docs/design/rules.md. A run is repeated with
 * the seed that it printed: ROTA_SEED=… npx vitest run --project unit src/domain
 */

const RUNS = runs(10_000);

beforeAll(() => {
  console.info(`seed ${seed}, TZ ${Intl.DateTimeFormat().resolvedOptions().timeZone}`);
});

/** Every question about every day from ten days before the start to `to`. */
function expectAnswers(schedule: Schedule, to: CalendarDate, expected: readonly string[]): void {
  const from = addDays(schedule.startDate, -10);
  const found = occurrencesBetween(schedule, from, to);
  if (found.join() !== expected.join()) expect(found).toEqual(expected);

  const compiled = occurrencesOf(schedule);
  const days = expected.map(toDayNumber);
  const [first, last] = [toDayNumber(from), toDayNumber(to)];
  // Backwards, so that no answer can lean on the one before it.
  let left = days.length - 1;
  for (let day = last; day >= first; day--) {
    const isOne = days[left] === day;
    if (compiled.has(day) !== isOne) expect.fail(`has ${fromDayNumber(day)}: ${!isOne}`);
    const previous = compiled.lastUntil(day);
    if (previous !== (days[left] ?? null)) expect.fail(`lastUntil ${day}: ${previous}`);
    if (isOne) left--;
    const next = compiled.firstFrom(day);
    const known = days[left + 1];
    const isRight = known === undefined ? next === null || next > last : next === known;
    if (!isRight) expect.fail(`firstFrom ${day}: ${next}, not ${known}`);
  }

  const middle = expected[expected.length >> 1];
  if (middle === undefined) return;
  expect(isOccurrence(schedule, middle)).toBe(true);
  expect(previousOccurrence(schedule, addDays(middle, 1))).toBe(middle);
  expect(nextOccurrence(schedule, addDays(middle, -1))).toBe(middle);
}

test(`${RUNS} custom schedules answer as RFC 5545's text says`, () => {
  fc.assert(
    fc.property(randomCustomSchedule, ({ schedule, days }) => {
      const to = addDays(schedule.startDate, days);
      expectAnswers(customSchedule(schedule), to, rfcOccurrences(schedule, to));
    }),
    { numRuns: RUNS, seed },
  );
});

/** The four simple kinds as docs/design/rules.md defines them; everything else counts every day. */
function definitionSays(
  kind: string,
  start: CalendarDate,
  date: CalendarDate,
  days: number,
): boolean {
  if (kind === "weekly") return days % 7 === 0;
  if (kind === "monthly") return date.slice(8) === start.slice(8);
  if (kind === "yearly") return date.slice(5) === start.slice(5);
  return true;
}

const simpleSchedule = fc.record({
  startDate: randomDate,
  repeatValue: fc.constantFrom("daily", "weekly", "monthly", "yearly", "hourly", "", "custom"),
  customRrule: fc.constantFrom(null, "", "FREQ=SOMETIMES", "RRULE:", "every day"),
  lasts: fc.option(fc.integer({ min: 0, max: 400 })),
  days: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 400 })),
});

test(`${RUNS} simple schedules answer as defined`, () => {
  expectDimensions("simple schedules", simpleSchedule, {
    "an end": ({ lasts }) => lasts !== null,
    "no end": ({ lasts }) => lasts === null,
  });
  fc.assert(
    fc.property(simpleSchedule, ({ startDate, repeatValue, customRrule, lasts, days }) => {
      const expected: string[] = [];
      for (let day = 0; day <= Math.min(days, lasts ?? days); day++) {
        const date = addDays(startDate, day);
        if (definitionSays(repeatValue, startDate, date, day)) expected.push(date);
      }
      const endDate = lasts === null ? null : addDays(startDate, lasts);
      const schedule = { startDate, endDate, repeatValue, customRrule };
      expectAnswers(schedule, addDays(startDate, days), expected);
    }),
    { numRuns: RUNS, seed },
  );
});
