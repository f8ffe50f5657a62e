import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  customSchedule,
  randomCustomSchedule,
  randomDate,
  randomForeignRule,
  scheduleSample,
} from "../../../tests/support/random-schedules.ts";
import { rfcOccurrences } from "../../../tests/support/rfc5545-oracle.ts";
import { runs, seed } from "../../../tests/support/runs.ts";
import { addDays } from "../dates/calendar.ts";
import { US_ENGLISH } from "../language/locale.ts";
import { nextDates, nextDatesText } from "./next-dates.ts";

const RUNS = runs(1_000);
const SATURDAY = "2026-11-21";

const custom = (startDate: string, rule: string, endDate: string | null = null) =>
  customSchedule({ startDate, endDate, rule });

describe("the next dates", () => {
  test("begin with today's, or with the start when that is later", () => {
    const rule = "FREQ=WEEKLY;BYDAY=MO,SA";
    expect(nextDates(custom("2026-11-01", rule), SATURDAY, 3)).toEqual([
      "2026-11-21",
      "2026-11-23",
      "2026-11-28",
    ]);
    expect(nextDates(custom("2027-01-01", rule), SATURDAY, 2)).toEqual([
      "2027-01-02",
      "2027-01-04",
    ]);
  });

  test("end with the end date, or with the rule", () => {
    const daily = custom("2026-11-01", "FREQ=DAILY", "2026-11-22");
    expect(nextDates(daily, SATURDAY, 5)).toEqual(["2026-11-21", "2026-11-22"]);
    expect(nextDates(custom("2026-11-20", "FREQ=DAILY;COUNT=3"), SATURDAY, 5)).toEqual([
      "2026-11-21",
      "2026-11-22",
    ]);
  });

  test("of a rule that is rarely met are found, of one that is never met there are none", () => {
    const fifth = "FREQ=MONTHLY;INTERVAL=12;BYDAY=MO;BYSETPOS=5";
    expect(nextDates(custom("2026-02-01", fifth), SATURDAY, 2)).toEqual([
      "2044-02-29",
      "2072-02-29",
    ]);
    expect(
      nextDates(custom("2026-02-01", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"), SATURDAY, 5),
    ).toEqual([]);
  });
});

describe("in words", () => {
  const text = (schedule: Parameters<typeof scheduleSample>[0]) => {
    const told = nextDatesText(scheduleSample(schedule), SATURDAY, US_ENGLISH);
    return told === null || typeof told === "string" ? told : `Next: ${told.join(" · ")}`;
  };

  test("five dates, with the year when it is another", () => {
    expect(text({ startDate: "2026-11-01", repeatValue: "daily" })).toBe(
      "Next: Sat, Nov 21 · Sun, Nov 22 · Mon, Nov 23 · Tue, Nov 24 · Wed, Nov 25",
    );
    expect(text({ startDate: "2026-12-31", repeatValue: "yearly" })).toMatch(
      /^Next: Thu, Dec 31 · Fri, Dec 31, 2027 · /,
    );
    expect(text(custom("2027-02-03", "FREQ=DAILY;COUNT=1"))).toBe("Next: Wed, Feb 3, 2027");
  });

  test("why there are none", () => {
    expect(text(custom("2026-11-01", "FREQ=DAILY;COUNT=2"))).toBe(
      "Not due again: the last date was Mon, Nov 2.",
    );
    expect(text(custom("2026-11-01", "FREQ=DAILY", "2026-11-20"))).toBe(
      "Not due again: the last date was Fri, Nov 20.",
    );
    expect(text(custom("2026-11-22", "FREQ=WEEKLY;BYDAY=MO", "2026-11-22"))).toBe(
      "No dates before the end date.",
    );
    expect(text(custom("2026-11-22", "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2"))).toBe(
      "This rule never occurs.",
    );
    expect(text(custom("2026-11-22", "FREQ=DAILY;UNTIL=20261101"))).toBe("This rule never occurs.");
  });

  test("nothing while the dates are wrong", () => {
    expect(text({ startDate: "", repeatValue: "daily" })).toBeNull();
    expect(
      text({ startDate: "2026-11-22", endDate: "2026-11-01", repeatValue: "daily" }),
    ).toBeNull();
  });
});

test(`the next dates of ${RUNS} schedules are RFC 5545's`, () => {
  const foreign = fc
    .record({ startDate: randomDate, rule: randomForeignRule, endDate: fc.option(randomDate) })
    .map((schedule) => ({ schedule, days: 900 }));
  fc.assert(
    fc.property(
      fc.oneof(randomCustomSchedule, foreign),
      fc.integer({ min: -30, max: 400 }),
      ({ schedule }, later) => {
        const from = addDays(schedule.startDate, later);
        // Beyond this day the oracle, which looks at every day, would take too long.
        const horizon = addDays(schedule.startDate, 1_200);
        const expected = rfcOccurrences(schedule, horizon).filter((date) => date >= from);
        const next = nextDates(customSchedule(schedule), from, 5);
        expect(
          next.filter((date) => date <= horizon),
          `${schedule.rule} from ${schedule.startDate}`,
        ).toEqual(expected.slice(0, 5));
      },
    ),
    { numRuns: RUNS, seed },
  );
});
