import { describe, expect, test } from "vitest";
import { normaliseRule, parseRule } from "./recurrence-rule.ts";

describe("rules that parse are normalised to the 'RRULE:' prefixed form", () => {
  test.each([
    ["FREQ=DAILY", "RRULE:FREQ=DAILY"],
    ["RRULE:FREQ=DAILY", "RRULE:FREQ=DAILY"],
    ["rrule:freq=weekly;byday=mo", "RRULE:FREQ=WEEKLY;BYDAY=MO"],
    ["  FREQ=MONTHLY;BYMONTHDAY=-1\n", "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1"],
  ])("%j becomes %s", (text, normalised) => {
    expect(normaliseRule(text)).toBe(normalised);
    expect(normaliseRule(normalised)).toBe(normalised);
  });

  test.each(["", "every day", "RRULE:RRULE:FREQ=DAILY", "FREQ=", "FREQ=DAILY;", "FREQ=DAILY=1"])(
    "%j does not parse and stays as it is",
    (text) => {
      expect(parseRule(text)).toBeNull();
      expect(normaliseRule(text)).toBe(text);
    },
  );
});

test("a rule is read with every part", () => {
  const text =
    "FREQ=YEARLY;INTERVAL=2;COUNT=5;WKST=SU;BYDAY=MO,-1FR,+2TU;BYSETPOS=1,-1;BYMONTH=1,12;" +
    "BYMONTHDAY=1,-31;BYYEARDAY=-366,200;BYWEEKNO=53,-1;BYHOUR=9;BYMINUTE=0,30;BYSECOND=0";
  expect(parseRule(text)).toEqual({
    frequency: "yearly",
    interval: 2,
    count: 5,
    until: null,
    weekStart: 6,
    byDay: [
      { weekday: 0, ordinal: null },
      { weekday: 4, ordinal: -1 },
      { weekday: 1, ordinal: 2 },
    ],
    bySetPos: [1, -1],
    byMonth: [1, 12],
    byMonthDay: [1, -31],
    byYearDay: [-366, 200],
    byWeekNo: [53, -1],
  });
});

test("what is not said has RFC 5545's default", () => {
  expect(parseRule("FREQ=WEEKLY")).toEqual({
    frequency: "weekly",
    interval: 1,
    count: null,
    until: null,
    weekStart: 0,
    byDay: [],
    bySetPos: [],
    byMonth: [],
    byMonthDay: [],
    byYearDay: [],
    byWeekNo: [],
  });
});
