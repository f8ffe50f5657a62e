import { describe, expect, test } from "vitest";
import {
  type CustomFrequency,
  type CustomRule,
  DEFAULT_CUSTOM_RULE,
  isDialogRule,
  offersSetPosition,
  offersWeekdays,
  readCustomRule,
  sanitiseInterval,
  sanitiseSetPosition,
  toggleWeekday,
  withFrequency,
} from "./custom-rule.ts";

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
  ["2", 2],
  ["-1", -1],
  ["0", null],
  ["", null],
  ["last", null],
  ["1000", 366],
  ["-1000", -366],
])("the set position '%s' becomes %j", (text, position) => {
  expect(sanitiseSetPosition(text)).toBe(position);
});

describe("what each frequency offers", () => {
  const frequencies: CustomFrequency[] = ["daily", "weekly", "monthly", "yearly"];

  test("weekdays for weekly, monthly and yearly", () => {
    expect(frequencies.filter(offersWeekdays)).toEqual(["weekly", "monthly", "yearly"]);
  });

  test("a set position for monthly and yearly", () => {
    expect(frequencies.filter(offersSetPosition)).toEqual(["monthly", "yearly"]);
  });
});

describe("the Custom Recurrence dialog", () => {
  test("a different frequency clears the weekdays and the set position, not the interval", () => {
    const rule = choices({ frequency: "monthly", interval: 3, weekdays: ["TU"], setPosition: 2 });
    expect(withFrequency(rule, "yearly")).toEqual(choices({ frequency: "yearly", interval: 3 }));
    expect(withFrequency(rule, "monthly")).toEqual(rule);
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
  ] as const)("opening with %s loads its choices", (text, expected) => {
    expect(readCustomRule(text)).toEqual(choices(expected));
    expect(isDialogRule(text)).toBe(true);
  });

  test.each([
    "FREQ=DAILY;COUNT=3",
    "FREQ=DAILY;UNTIL=20261121",
    "FREQ=DAILY;BYDAY=MO",
    "FREQ=DAILY;BYMONTH=3",
    "FREQ=WEEKLY;WKST=SU",
    "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=1",
    "FREQ=WEEKLY;INTERVAL=1000",
    "FREQ=MONTHLY;BYMONTHDAY=15",
    "FREQ=MONTHLY;BYSETPOS=1",
    "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1,2",
    "FREQ=MONTHLY;BYDAY=1MO,3MO",
    "FREQ=MONTHLY;BYDAY=1MO,TU",
    "FREQ=YEARLY;BYWEEKNO=1",
    "FREQ=YEARLY;BYYEARDAY=1",
  ])("%s says more than its choices", (text) => {
    expect(readCustomRule(text)).not.toBeNull();
    expect(isDialogRule(text)).toBe(false);
  });

  test("a text that is no rule has no choices", () => {
    expect(readCustomRule("every day")).toBeNull();
    expect(isDialogRule("every day")).toBe(false);
  });
});
