import * as fc from "fast-check";
import { fromDayNumber, toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { emptyFields, type ScheduleFields, scheduleOf } from "../../src/domain/tasks/task-input.ts";
import type { OracleSchedule } from "./rfc5545-oracle.ts";

/** For tests only: random schedules, with dates close to known difficulties. */

export function customSchedule({ startDate, endDate, rule }: OracleSchedule): ScheduleFields {
  const customRrule = `RRULE:${rule}`;
  return scheduleSample({ startDate, endDate, repeatValue: "custom", customRrule });
}

/** A schedule, by default daily. */
export const scheduleSample = (
  fields: Partial<ScheduleFields> & Pick<ScheduleFields, "startDate">,
): ScheduleFields => ({ ...scheduleOf(emptyFields(fields.startDate)), ...fields });

export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** Days of clock changes in the tests' zones, and other turning points. */
const TURNING_POINTS = [
  "2024-02-29", // leap day
  "2024-03-10", // New York forward
  "2024-11-03", // New York back
  "2025-03-30", // Europe forward
  "2025-10-26", // Europe back
  "2026-04-05", // Auckland, Lord Howe and Adelaide back
  "2026-09-27", // Auckland forward
  "2026-10-04", // Lord Howe and Adelaide forward
  "2018-11-04", // Sao Paulo: no midnight
  "2011-12-30", // Apia: no such day
  "2026-04-24", // Cairo: no midnight
  "2026-12-31", // 53 weeks in this year
  "2020-12-31",
  "2100-02-28", // no leap year
  "2000-02-29",
  "1969-12-31", // around day number zero
];

const turningDate = fc
  .tuple(fc.constantFrom(...TURNING_POINTS), fc.integer({ min: -40, max: 40 }))
  .map(([date, days]) => fromDayNumber(toDayNumber(date) + days));
const monthEnd = fc
  .tuple(fc.integer({ min: 2019, max: 2032 }), fc.constantFrom("01-31", "02-28", "08-31", "12-31"))
  .map(([year, rest]) => `${year}-${rest}`);
const anyDate = fc
  .integer({ min: toDayNumber("2015-01-01"), max: toDayNumber("2035-12-31") })
  .map(fromDayNumber);

export const randomDate = fc.oneof(turningDate, monthEnd, anyDate);

const frequency = fc.constantFrom("DAILY", "WEEKLY", "MONTHLY", "YEARLY");
const interval = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 1, arbitrary: fc.integer({ min: 6, max: 24 }) },
);
const weekStart = fc.constantFrom("", "WKST=SU", "WKST=MO", "WKST=TH");
const weekdays = fc.subarray(WEEKDAYS, { minLength: 1 });
const position = (most: number) =>
  fc.integer({ min: -most, max: most }).filter((value) => value !== 0);

/** Different values of one kind, in any order. */
function someOf<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.uniqueArray(value, { minLength: 1, maxLength: 3 });
}

function listPart(name: string, values: readonly unknown[]): string {
  return `${name}=${values.join(",")}`;
}

/** At most one of COUNT and UNTIL, as RFC 5545 requires. */
const end = fc.oneof(
  { weight: 4, arbitrary: fc.constant("") },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }).map((count) => `COUNT=${count}`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(randomDate, fc.constantFrom("T000000Z", "T235959Z"))
      .map(([date, time]) => `UNTIL=${date.replaceAll("-", "")}${time}`),
  },
);

/** The dialog's rules and, in addition, WKST and several set positions. */
const dialogParts = fc
  .record({
    frequency,
    interval,
    weekdays: fc.option(weekdays),
    positions: fc.option(someOf(position(6))),
    weekStart,
  })
  .map(({ frequency, interval, weekdays, positions, weekStart }) => [
    `FREQ=${frequency}`,
    interval === 1 ? "" : `INTERVAL=${interval}`,
    weekdays === null ? "" : listPart("BYDAY", weekdays),
    weekdays === null || positions === null ? "" : listPart("BYSETPOS", positions),
    weekStart,
  ]);

/** BYDAY as each frequency allows it: ordinals only in months and years, and not with BYWEEKNO. */
const ordinalWeekday = fc
  .tuple(position(5), fc.constantFrom(...WEEKDAYS))
  .map(([n, day]) => n + day);

/** Rules that no dialog can build. */
const otherParts = fc
  .record({
    frequency,
    interval,
    byMonth: fc.option(someOf(fc.integer({ min: 1, max: 12 }))),
    byMonthDay: fc.option(someOf(position(31))),
    byYearDay: fc.option(someOf(position(366))),
    byDay: fc.option(
      fc.oneof(weekdays, someOf(fc.oneof(ordinalWeekday, fc.constantFrom(...WEEKDAYS)))),
    ),
    byWeekNo: fc.option(someOf(position(53)), { freq: 2 }),
    positions: fc.option(someOf(position(4)), { freq: 2 }),
    weekStart,
  })
  .map((parts) => {
    const inMonths = parts.frequency === "MONTHLY" || parts.frequency === "YEARLY";
    const byWeekNo = parts.frequency === "YEARLY" ? parts.byWeekNo : null;
    const mayCount = inMonths && !byWeekNo;
    const byDay = mayCount ? parts.byDay : parts.byDay?.map((entry) => entry.slice(-2));
    const byMonthDay = parts.frequency === "WEEKLY" ? null : parts.byMonthDay;
    const byYearDay = parts.frequency === "YEARLY" ? parts.byYearDay : null;
    const selects = byDay ?? byMonthDay ?? byYearDay ?? byWeekNo ?? parts.byMonth;
    return [
      `FREQ=${parts.frequency}`,
      `INTERVAL=${parts.interval}`,
      parts.byMonth === null ? "" : listPart("BYMONTH", parts.byMonth),
      byMonthDay === null ? "" : listPart("BYMONTHDAY", byMonthDay),
      byYearDay === null ? "" : listPart("BYYEARDAY", byYearDay),
      byWeekNo === null ? "" : listPart("BYWEEKNO", byWeekNo),
      byDay ? listPart("BYDAY", [...new Set(byDay)]) : "",
      parts.positions === null || !selects ? "" : listPart("BYSETPOS", parts.positions),
      parts.weekStart,
    ];
  });

const ruleOf = (parts: fc.Arbitrary<string[]>) =>
  fc
    .tuple(parts, end)
    .map(([parts, end]) => [...parts, end].filter((part) => part !== "").join(";"));
const rule = ruleOf(
  fc.oneof({ weight: 7, arbitrary: dialogParts }, { weight: 1, arbitrary: otherParts }),
);

/** Rules from elsewhere, with every part of RFC 5545 for dates, and some times of day. */
export const randomForeignRule = fc
  .tuple(ruleOf(otherParts), fc.constantFrom("", "", "", ";BYHOUR=9,17;BYMINUTE=30"))
  .map((parts) => parts.join(""));

/** A schedule with a custom rule, and the number of days from its start to ask about. */
export const randomCustomSchedule: fc.Arbitrary<{ schedule: OracleSchedule; days: number }> = fc
  .record({
    startDate: randomDate,
    rule,
    lastsDays: fc.option(fc.integer({ min: 0, max: 900 }), { freq: 3 }),
    days: fc.oneof(
      { weight: 14, arbitrary: fc.integer({ min: 0, max: 150 }) },
      { weight: 1, arbitrary: fc.integer({ min: 150, max: 1500 }) },
    ),
  })
  .map(({ startDate, rule, lastsDays, days }) => {
    const endDate = lastsDays === null ? null : fromDayNumber(toDayNumber(startDate) + lastsDays);
    return { schedule: { startDate, endDate, rule }, days };
  });
