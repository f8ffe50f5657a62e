import * as fc from "fast-check";
import { RRule } from "rrule";
import { describe, expect, test } from "vitest";
import { expectDimensions } from "../../../tests/support/dimensions.ts";
import { occurrencesBetween } from "../../../tests/support/occurrences.ts";
import { randomDate, randomForeignRule } from "../../../tests/support/random-schedules.ts";
import { rfcOccurrences } from "../../../tests/support/rfc5545-oracle.ts";
import { runs, seed } from "../../../tests/support/runs.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import { US_ENGLISH } from "../../domain/language/locale.ts";
import { INTERVAL_MAX, isDialogRule } from "../../domain/recurrence/custom-rule.ts";
import { nextOccurrence } from "../../domain/recurrence/recurrence.ts";
import { WEEKDAY_CODES } from "../../domain/recurrence/recurrence-rule.ts";
import {
  appliedRule,
  buildRule,
  type CustomRule,
  DEFAULT_CUSTOM_RULE,
  readCustomRule,
  withoutOthers,
} from "./custom-rule-text.ts";
import { otherParts } from "./other-parts.ts";

const RUNS = runs(1_000);

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

test("days of the month, months and the number of times are written as RFC 5545 has them", () => {
  const rule = choices({ frequency: "monthly", monthDays: [1, -1], months: [6, 12], count: 5 });
  expect(buildRule(rule)).toBe("RRULE:FREQ=MONTHLY;BYMONTH=6,12;BYMONTHDAY=1,-1;COUNT=5");
  expect(buildRule({ ...rule, frequency: "weekly" })).toBe(
    "RRULE:FREQ=WEEKLY;BYMONTH=6,12;COUNT=5",
  );
});

/** The dialog's choices for a rule. */
const read = (text: string) => readCustomRule(text) as CustomRule;

describe("a rule from elsewhere", () => {
  test("is applied as it was written when nothing was changed, or changed back", () => {
    const text = "freq=yearly;wkst=su;byday=MO;byweekno=01,+10;interval=1";
    expect(appliedRule(read(text), text)).toBe(text);
    const changed = { ...read(text), interval: 2 };
    expect(appliedRule({ ...changed, interval: 1 }, text)).toBe(text);
    expect(appliedRule(changed, text)).toBe(
      "RRULE:FREQ=YEARLY;INTERVAL=2;BYDAY=MO;WKST=SU;BYWEEKNO=1,10",
    );
  });

  test("keeps what the dialog does not show; what is chosen joins it", () => {
    const ordinals = read("FREQ=MONTHLY;BYDAY=1MO,3FR;UNTIL=20271231;WKST=SU");
    expect(buildRule({ ...ordinals, weekdays: ["TU"] })).toBe(
      "RRULE:FREQ=MONTHLY;BYDAY=TU,+1MO,+3FR;UNTIL=20271231T000000Z;WKST=SU",
    );
    const fromEnd = read("FREQ=MONTHLY;BYMONTHDAY=-2,1");
    expect(buildRule({ ...fromEnd, monthDays: [15] })).toBe("RRULE:FREQ=MONTHLY;BYMONTHDAY=15,-2");
  });

  test("says in words what the dialog does not show", () => {
    const texts = (rule: string) => otherParts(read(rule), US_ENGLISH).map(({ text }) => text);
    expect(texts("FREQ=YEARLY;BYWEEKNO=1,10,20;BYDAY=MO;WKST=SU")).toEqual([
      "only in weeks 1, 10 and 20 of the year",
      "weeks start on Sunday",
    ]);
    expect(texts("FREQ=MONTHLY;BYDAY=1MO,3FR;UNTIL=20261231")).toEqual([
      "on the first Monday and the third Friday",
      "until Dec 31, 2026",
    ]);
    expect(texts("FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=7")).toEqual(["only on the first Monday"]);
    expect(texts("FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=-1")).toEqual([
      "only the last of these days in each month",
    ]);
    expect(texts("FREQ=YEARLY;BYYEARDAY=-1")).toEqual(["on the last day of the year"]);
    expect(texts("FREQ=DAILY;BYDAY=SA,SU;BYHOUR=9,17;BYMINUTE=30")).toEqual([
      "only on weekend days",
      "at hours 9 and 17, minute 30, which Rota does not use",
    ]);
    expect(texts("FREQ=MONTHLY;BYMONTHDAY=1,-1;BYMONTH=3;COUNT=4")).toEqual([]);
  });
});

/** The named parts of a rule. */
const partOf = (rule: string, name: string) => {
  const value = new RegExp(`${name}=([^;]*)`).exec(rule)?.[1];
  return name === "UNTIL" ? value?.slice(0, 8) : value?.split(",").map((one) => Number(one) || one);
};

test(`${RUNS / 2} rules from elsewhere go through the dialog`, () => {
  const interval = fc.integer({ min: 1, max: 4 });
  fc.assert(
    fc.property(randomForeignRule, randomDate, interval, (rule, startDate, interval) => {
      const opened = read(rule);
      expect(appliedRule(opened, rule)).toBe(rule);

      const to = addDays(startDate, 500);
      const occurrences = (customRrule: string) =>
        occurrencesBetween({ startDate, repeatValue: "custom", customRrule }, startDate, to);
      expect(occurrences(buildRule(opened)), rule).toEqual(occurrences(rule));
      expect(read(buildRule(opened)), rule).toEqual(opened);

      // Another interval leaves everything else in force.
      const changed = appliedRule({ ...opened, interval }, rule);
      const asked = rule.replace(/INTERVAL=\d+/, `INTERVAL=${interval}`);
      const expected = rfcOccurrences({ startDate, endDate: null, rule: asked }, to);
      expect(occurrences(changed), `${rule} became ${changed}`).toEqual(expected);
      for (const name of ["BYYEARDAY", "BYWEEKNO", "UNTIL", "WKST", "BYHOUR", "BYMINUTE"]) {
        expect(partOf(changed, name), name).toEqual(partOf(rule, name));
      }
    }),
    { numRuns: RUNS / 2, seed },
  );
});

test(`${RUNS} rules from elsewhere are said whole, and each part can be removed`, () => {
  fc.assert(
    fc.property(randomForeignRule, (rule) => {
      const opened = read(rule);
      const parts = otherParts(opened, US_ENGLISH);
      expect(parts.flatMap(({ names }) => names)).toEqual(
        expect.arrayContaining(Object.keys(opened.others)),
      );
      for (const { text } of parts) expect(text).not.toMatch(/undefined|null|NaN| {2}|^$/);
      const rest = parts.reduce((left, { names }) => withoutOthers(left, names), opened);
      expect(isDialogRule(buildRule(rest))).toBe(true);
    }),
    { numRuns: RUNS, seed },
  );
});

const some = (values: fc.Arbitrary<number>) => fc.uniqueArray(values, { maxLength: 3 });
/** Rules that the dialog can build. */
const randomChoices: fc.Arbitrary<CustomRule> = fc.record({
  frequency: fc.constantFrom("daily", "weekly", "monthly", "yearly"),
  interval: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: INTERVAL_MAX })),
  weekdays: fc.subarray([...WEEKDAY_CODES]),
  setPosition: fc.constantFrom(null, 1, 2, 3, 4, 5, -1),
  monthDays: fc.oneof(fc.constant([]), some(fc.constantFrom(1, 13, 15, 28, 29, 30, 31, -1))),
  months: fc.oneof(fc.constant([]), some(fc.integer({ min: 1, max: 12 }))),
  count: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 3 }),
  others: fc.constant({}),
});

test(`${RUNS} rules of the dialog have rrule's dates`, () => {
  expectDimensions("choices of the dialog", randomChoices, {
    weekdays: ({ weekdays }) => weekdays.length > 0,
    "no weekday": ({ weekdays }) => weekdays.length === 0,
    "a position": ({ setPosition }) => setPosition !== null,
    "days of the month": ({ monthDays }) => monthDays.length > 0,
    months: ({ months }) => months.length > 0,
    "a count": ({ count }) => count !== null,
    "no count": ({ count }) => count === null,
  });
  fc.assert(
    fc.property(randomChoices, randomDate, (rule, startDate) => {
      const customRrule = buildRule(rule);
      const schedule = { startDate, repeatValue: "custom", customRrule };
      // rrule looks for the first date of an impossible rule until the year 9999.
      fc.pre(nextOccurrence(schedule, addDays(startDate, -1)) !== null);
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
