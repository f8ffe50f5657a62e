import { RRule } from "rrule";
import { describe, expect, test } from "vitest";
import {
  inOrder,
  isDialogRule,
  offersWeekdays,
  toggled,
} from "../../domain/recurrence/custom-rule.ts";
import { countsWeekdays, type Frequency } from "../../domain/recurrence/recurrence-rule.ts";
import {
  type CustomRule,
  DEFAULT_CUSTOM_RULE,
  readCustomRule,
  sanitiseCount,
  sanitiseInterval,
  toggleWeekday,
  withFrequency,
  withoutOthers,
} from "./custom-rule-text.ts";

const until = new Date("2027-12-31");

function choices(changes: Partial<CustomRule>): CustomRule {
  return { ...DEFAULT_CUSTOM_RULE, ...changes };
}

describe("the interval is at least 1, and 1 when it is not a number", () => {
  test.each([
    ["2", 2],
    [" 12 ", 12],
    ["1", 1],
    ["0", 1],
    ["-3", 1],
    ["", 1],
    ["two", 1],
    ["NaN", 1],
    ["2.9", 2],
    ["999999999999999999999999", 999],
  ])("'%s' becomes %i", (text, interval) => {
    expect(sanitiseInterval(text)).toBe(interval);
  });
});

test.each([
  ["5", 5],
  ["0", null],
  ["-3", null],
  ["", null],
  ["many", null],
  ["1000", 999],
])("the number of times '%s' becomes %j", (text, count) => {
  expect(sanitiseCount(text)).toBe(count);
});

describe("what each frequency offers", () => {
  const frequencies: Frequency[] = ["daily", "weekly", "monthly", "yearly"];

  test("weekdays for weekly, monthly and yearly", () => {
    expect(frequencies.filter(offersWeekdays)).toEqual(["weekly", "monthly", "yearly"]);
  });

  test("a set position for monthly and yearly", () => {
    expect(frequencies.filter(countsWeekdays)).toEqual(["monthly", "yearly"]);
  });
});

describe("the Custom Recurrence dialog", () => {
  test("a different frequency clears the weekdays and the set position, not the interval", () => {
    const rule = choices({ frequency: "monthly", interval: 3, weekdays: ["TU"], setPosition: 2 });
    expect(withFrequency(rule, "yearly")).toEqual(choices({ frequency: "yearly", interval: 3 }));
    expect(withFrequency(rule, "monthly")).toEqual(rule);
  });

  test("a different frequency clears the days of the month, too; months and the end stay", () => {
    const monthly = choices({ frequency: "monthly", monthDays: [1, -1], months: [3], count: 5 });
    const rule = { ...monthly, others: { byweekday: [RRule.MO.nth(1), RRule.FR.nth(3)], until } };
    expect(withFrequency(rule, "weekly")).toEqual(
      choices({ months: [3], count: 5, others: { until } }),
    );
  });

  test("days of the month and months are chosen and taken back, in their order", () => {
    expect(inOrder(toggled([-1, 15], 2))).toEqual([2, 15, -1]);
    expect(toggled([2, 15, -1], 15)).toEqual([2, -1]);
  });

  test("a weekday is chosen and taken back, in the order of the week", () => {
    const rule = toggleWeekday(toggleWeekday(DEFAULT_CUSTOM_RULE, "WE"), "MO");
    expect(rule.weekdays).toEqual(["MO", "WE"]);
    expect(toggleWeekday(rule, "MO").weekdays).toEqual(["WE"]);
    expect(DEFAULT_CUSTOM_RULE.weekdays).toEqual([]);
  });

  test.each([
    ["RRULE:FREQ=DAILY", { frequency: "daily" }],
    ["freq=weekly;interval=2;byday=we,mo", { interval: 2, weekdays: ["MO", "WE"] }],
    [
      "FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2",
      { frequency: "monthly", weekdays: ["TU"], setPosition: 2 },
    ],
    ["FREQ=MONTHLY;BYDAY=2TU", { frequency: "monthly", weekdays: ["TU"], setPosition: 2 }],
    ["FREQ=YEARLY;BYDAY=-1SU", { frequency: "yearly", weekdays: ["SU"], setPosition: -1 }],
    [
      "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH",
      { frequency: "yearly", weekdays: ["TH"], setPosition: 4, months: [11] },
    ],
    ["FREQ=MONTHLY;BYMONTHDAY=-1,15,1", { frequency: "monthly", monthDays: [1, 15, -1] }],
    ["FREQ=DAILY;BYMONTH=8,6;COUNT=3", { frequency: "daily", months: [6, 8], count: 3 }],
    ["FREQ=WEEKLY;INTERVAL=1000", { interval: 1000 }],
  ] as const)("opening with %s loads its choices", (text, expected) => {
    expect(readCustomRule(text)).toEqual(choices(expected));
    expect(isDialogRule(text)).toBe(true);
  });

  test.each([
    ["FREQ=DAILY;UNTIL=20261121", { until: new Date("2026-11-21") }],
    ["FREQ=DAILY;BYDAY=MO", { byweekday: [RRule.MO] }],
    ["FREQ=DAILY;BYMONTHDAY=1", { bymonthday: [1] }],
    ["FREQ=WEEKLY;WKST=SU", { wkst: RRule.SU }],
    ["FREQ=WEEKLY;BYDAY=MO;BYSETPOS=1", { bysetpos: [1] }],
    ["FREQ=MONTHLY;BYSETPOS=1", { bysetpos: [1] }],
    ["FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=-1", { bysetpos: [-1] }],
    ["FREQ=MONTHLY;BYMONTHDAY=1,-2", { bymonthday: [-2] }],
    ["FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1,2", { bysetpos: [1, 2] }],
    ["FREQ=MONTHLY;BYDAY=1MO,3MO", { byweekday: [RRule.MO.nth(1), RRule.MO.nth(3)] }],
    ["FREQ=MONTHLY;BYDAY=1MO,TU", { byweekday: [RRule.MO.nth(1)] }],
    ["FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=7", { byweekday: [RRule.MO.nth(1)] }],
    ["FREQ=YEARLY;BYMONTH=11,12;BYDAY=4TH", { byweekday: [RRule.TH.nth(4)] }],
    ["FREQ=YEARLY;BYWEEKNO=1", { byweekno: 1 }],
    ["FREQ=YEARLY;BYYEARDAY=1", { byyearday: 1 }],
  ])("%s says more than its choices", (text, others) => {
    expect(readCustomRule(text)?.others).toEqual(others);
    expect(isDialogRule(text)).toBe(false);
  });

  test("what says nothing about a date is kept, and makes no other rule", () => {
    const text = "FREQ=WEEKLY;BYDAY=MO;WKST=MO;BYHOUR=9;BYMINUTE=0";
    expect(readCustomRule(text)?.others).toEqual({ wkst: RRule.MO, byhour: 9, byminute: 0 });
    expect(isDialogRule(text)).toBe(true);
  });

  test("what it does not show can be taken away", () => {
    const rule = choices({ others: { byweekno: 1, until } });
    expect(withoutOthers(rule, ["byweekno"]).others).toEqual({ until });
  });

  test("a text that is no rule has no choices", () => {
    expect(readCustomRule("every day")).toBeNull();
    expect(isDialogRule("every day")).toBe(false);
  });
});
