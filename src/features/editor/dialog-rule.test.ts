import * as fc from "fast-check";
import { RRule } from "rrule";
import { describe, expect, test } from "vitest";
import { occurrencesBetween } from "../../../tests/support/occurrences.ts";
import { randomDate, seed } from "../../../tests/support/random-schedules.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import {
  type CustomRule,
  DEFAULT_CUSTOM_RULE,
  INTERVAL_MAX,
  readCustomRule,
} from "../../domain/recurrence/custom-rule.ts";
import { isOccurrence, nextOccurrence } from "../../domain/recurrence/recurrence.ts";
import { WEEKDAY_CODES } from "../../domain/recurrence/recurrence-rule.ts";
import { buildRule, nextDates, readRule } from "./dialog-rule.ts";

const RUNS = 1_000;
const TIMEOUT = 120_000;
const SATURDAY = "2026-11-21";

function choices(changes: Partial<CustomRule>): CustomRule {
  return { ...DEFAULT_CUSTOM_RULE, ...changes };
}

describe("building a rule", () => {
  test("a set position applies only if weekdays are also chosen", () => {
    expect(buildRule(choices({ frequency: "monthly", setPosition: 2 }))).toBe("RRULE:FREQ=MONTHLY");
  });

  test("what is not offered is left out of the rule", () => {
    const all = { weekdays: ["MO"], setPosition: 1 } as const;
    expect(buildRule(choices({ frequency: "daily", ...all }))).toBe("RRULE:FREQ=DAILY");
    expect(buildRule(choices({ frequency: "weekly", ...all }))).toBe("RRULE:FREQ=WEEKLY;BYDAY=MO");
  });

  test("weekdays come in the order of the week, the interval when it is not one", () => {
    const rule = choices({ interval: 2, weekdays: ["MO", "WE", "SU"] });
    expect(buildRule(rule)).toBe("RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,SU");
  });
});

test.each([
  "RRULE:FREQ=DAILY",
  "freq=weekly;interval=2;byday=we,mo",
  " FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2",
  "FREQ=MONTHLY;BYDAY=+2TU",
  "FREQ=YEARLY;BYDAY=-1SU",
  "FREQ=YEARLY;INTERVAL=1000;COUNT=3;BYMONTH=3;BYDAY=1MO,3MO",
  "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1,2;WKST=SU",
  "FREQ=WEEKLY;UNTIL=20261121T235959Z;BYHOUR=9",
  "FREQ=WEEKLY;BYDAY=XX",
  "every day",
])("the dialog and the cards read the same in '%s'", (text) => {
  expect(readRule(text)).toEqual(readCustomRule(text));
});

describe("the next dates", () => {
  const dates = { startDate: "2026-11-01", endDate: null };

  test("begin with today's, or with the start when that is later", () => {
    const rule = choices({ weekdays: ["MO", "SA"] });
    expect(nextDates(rule, dates, SATURDAY, 3)).toEqual(["2026-11-21", "2026-11-23", "2026-11-28"]);
    const later = { startDate: "2027-01-01", endDate: null };
    expect(nextDates(rule, later, SATURDAY, 2)).toEqual(["2027-01-02", "2027-01-04"]);
  });

  test("end with the end date", () => {
    const rule = choices({ frequency: "daily" });
    const ending = { ...dates, endDate: "2026-11-22" };
    expect(nextDates(rule, ending, SATURDAY, 5)).toEqual(["2026-11-21", "2026-11-22"]);
    expect(nextDates(rule, { ...dates, endDate: "2026-11-20" }, SATURDAY, 5)).toEqual([]);
  });

  test("count the interval from the start date", () => {
    const rule = choices({ frequency: "daily", interval: 10 });
    expect(nextDates(rule, dates, SATURDAY, 2)).toEqual(["2026-11-21", "2026-12-01"]);
    expect(nextDates(rule, dates, addDays(SATURDAY, 1), 1)).toEqual(["2026-12-01"]);
  });

  test("of a rule that is rarely met are found, of one that is never met there are none", () => {
    const fifth = choices({ frequency: "monthly", interval: 12, weekdays: ["MO"], setPosition: 5 });
    const february = { startDate: "2026-02-01", endDate: null };
    expect(nextDates(fifth, february, SATURDAY, 2)).toEqual(["2044-02-29", "2072-02-29"]);
    expect(nextDates({ ...fifth, setPosition: 6 }, february, SATURDAY, 5)).toEqual([]);
  });
});

/** Every rule that the dialog can build; one from elsewhere may have any other set position. */
const OFFERED = [null, 1, 2, 3, 4, 5, -1];
const anyPosition = fc.integer({ min: -60, max: 60 }).map((position) => position || null);
const randomChoices = (setPosition: fc.Arbitrary<number | null>): fc.Arbitrary<CustomRule> =>
  fc.record({
    frequency: fc.constantFrom("daily", "weekly", "monthly", "yearly"),
    interval: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: INTERVAL_MAX })),
    weekdays: fc.subarray([...WEEKDAY_CODES]),
    setPosition,
  });

test(`${RUNS} rules of the dialog have rrule's dates`, { timeout: TIMEOUT }, () => {
  fc.assert(
    fc.property(randomChoices(fc.constantFrom(...OFFERED)), randomDate, (rule, startDate) => {
      const customRrule = buildRule(rule);
      const schedule = { startDate, repeatValue: "custom", customRrule };
      const to = addDays(startDate, 1_500);
      const dtstart = new Date(startDate);
      const library = new RRule({ ...RRule.parseString(customRrule), dtstart });
      const expected = library.between(dtstart, new Date(to), true);
      expect(
        occurrencesBetween(schedule, startDate, to),
        `${customRrule} from ${startDate}`,
      ).toEqual(expected.map((date) => date.toISOString().slice(0, 10)));
    }),
    { numRuns: RUNS, seed },
  );
});

test(`${RUNS} rules of the dialog list the next dates that their tasks have`, {
  timeout: TIMEOUT,
}, () => {
  fc.assert(
    fc.property(randomChoices(anyPosition), randomDate, randomDate, (rule, startDate, from) => {
      const schedule = { startDate, repeatValue: "custom", customRrule: buildRule(rule) };
      const expected: string[] = isOccurrence(schedule, from) ? [from] : [];
      while (expected.length < 3) {
        const next = nextOccurrence(schedule, expected.at(-1) ?? from);
        if (next === null) break;
        expected.push(next);
      }
      expect(nextDates(rule, { startDate, endDate: null }, from, 3)).toEqual(expected);
    }),
    { numRuns: RUNS, seed },
  );
});
