import { describe, expect, test } from "vitest";
import { occurrencesBetween } from "../../../tests/support/occurrences.ts";
import { US_ENGLISH } from "../language/locale.ts";
import { repeatHint } from "./repeat-hint.ts";

const custom = (startDate: string, rule: string, endDate: string | null = null) => ({
  startDate,
  endDate,
  repeatValue: "custom",
  customRrule: `RRULE:${rule}`,
});
const simple = (startDate: string, repeatValue: string) => ({ startDate, repeatValue });

describe("a start date that is no occurrence itself: when it is due first", () => {
  test.each([
    // A Sunday.
    ["FREQ=WEEKLY;BYDAY=MO", "First due on Monday, November 23, 2026."],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=SA", "First due on Saturday, December 5, 2026."],
    ["FREQ=MONTHLY;BYDAY=TU;BYSETPOS=1", "First due on Tuesday, December 1, 2026."],
    ["FREQ=YEARLY;BYDAY=SU;BYSETPOS=2", "First due on Sunday, January 10, 2027."],
  ])("%s", (rule, text) => {
    expect(repeatHint(custom("2026-11-22", rule), US_ENGLISH)).toBe(text);
  });

  test("or that it never is, when the end date comes first", () => {
    const rule = "FREQ=WEEKLY;BYDAY=MO";
    expect(repeatHint(custom("2026-11-22", rule, "2026-11-23"), US_ENGLISH)).toMatch(
      /^First due on Monday/,
    );
    expect(repeatHint(custom("2026-11-22", rule, "2026-11-22"), US_ENGLISH)).toBe(
      "Never due: the end date comes first.",
    );
    expect(repeatHint(custom("9999-12-31", "FREQ=YEARLY;BYDAY=MO;BYSETPOS=1"), US_ENGLISH)).toBe(
      "Never due.",
    );
  });

  test("nothing where the start date is the first occurrence", () => {
    expect(repeatHint(custom("2026-11-22", "FREQ=WEEKLY;BYDAY=SU"), US_ENGLISH)).toBeNull();
    expect(repeatHint(custom("2026-11-22", "FREQ=WEEKLY"), US_ENGLISH)).toBeNull();
    expect(repeatHint(custom("2026-11-22", "no rule"), US_ENGLISH)).toBeNull();
    for (const repeatValue of ["daily", "weekly", "monthly", "yearly"]) {
      expect(repeatHint(simple("2026-11-22", repeatValue), US_ENGLISH)).toBeNull();
    }
  });
});

describe("a day of the month that some months don't have", () => {
  test.each([
    ["2027-01-28", null],
    ["2027-01-29", "Skips months without a 29th."],
    ["2027-01-30", "Skips months without a 30th."],
    ["2027-01-31", "Skips months without a 31st."],
    ["2028-02-29", "Skips months without a 29th."],
  ])("monthly from %s: %s", (startDate, text) => {
    expect(repeatHint(simple(startDate, "monthly"), US_ENGLISH)).toBe(text);
    expect(repeatHint(custom(startDate, "FREQ=MONTHLY"), US_ENGLISH)).toBe(text);
  });

  test("the hint tells the truth", () => {
    const year = occurrencesBetween(simple("2027-01-31", "monthly"), "2027-01-01", "2027-12-31");
    expect(year.map((date) => date.slice(5, 7))).toEqual([
      "01",
      "03",
      "05",
      "07",
      "08",
      "10",
      "12",
    ]);
    const leap = occurrencesBetween(simple("2028-02-29", "yearly"), "2028-01-01", "2037-01-01");
    expect(leap).toEqual(["2028-02-29", "2032-02-29", "2036-02-29"]);
  });

  test("only the months that an interval comes by count", () => {
    // October, January, April, July: April has no 31st. December and June: June has none.
    expect(repeatHint(custom("2026-10-31", "FREQ=MONTHLY;INTERVAL=3"), US_ENGLISH)).toMatch(
      /a 31st/,
    );
    expect(repeatHint(custom("2026-12-31", "FREQ=MONTHLY;INTERVAL=6"), US_ENGLISH)).toMatch(
      /a 31st/,
    );
    // January and July; January alone.
    expect(repeatHint(custom("2027-01-31", "FREQ=MONTHLY;INTERVAL=6"), US_ENGLISH)).toBeNull();
    expect(repeatHint(custom("2027-01-31", "FREQ=MONTHLY;INTERVAL=12"), US_ENGLISH)).toBeNull();
    expect(repeatHint(custom("2028-02-29", "FREQ=MONTHLY;INTERVAL=12"), US_ENGLISH)).toBe(
      "Only in leap years.",
    );
  });

  test("the day of the month and the months that a rule names count", () => {
    expect(repeatHint(custom("2027-01-31", "FREQ=MONTHLY;BYMONTHDAY=31"), US_ENGLISH)).toMatch(
      /a 31st/,
    );
    expect(
      repeatHint(custom("2027-01-31", "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=1,3"), US_ENGLISH),
    ).toBeNull();
    expect(repeatHint(custom("2027-01-31", "FREQ=YEARLY;BYMONTH=1,4"), US_ENGLISH)).toMatch(
      /a 31st/,
    );
    expect(repeatHint(custom("2027-01-31", "FREQ=YEARLY;BYMONTHDAY=31"), US_ENGLISH)).toMatch(
      /a 31st/,
    );
    expect(repeatHint(custom("2027-01-31", "FREQ=MONTHLY;BYMONTHDAY=-1"), US_ENGLISH)).toBeNull();
    expect(repeatHint(custom("2027-01-31", "FREQ=MONTHLY;COUNT=1"), US_ENGLISH)).toBeNull();
  });

  test("a rule about weekdays has no such day", () => {
    // Both are a Sunday.
    expect(repeatHint(custom("2027-01-31", "FREQ=MONTHLY;BYDAY=SU"), US_ENGLISH)).toBeNull();
    expect(
      repeatHint(custom("2027-01-31", "FREQ=MONTHLY;BYDAY=SU;BYSETPOS=-1"), US_ENGLISH),
    ).toBeNull();
    expect(repeatHint(custom("2027-01-31", "FREQ=WEEKLY"), US_ENGLISH)).toBeNull();
  });
});

test("February 29, every year", () => {
  for (const rule of ["FREQ=YEARLY", "FREQ=YEARLY;INTERVAL=4"]) {
    expect(repeatHint(custom("2028-02-29", rule), US_ENGLISH)).toBe("Only in leap years.");
  }
  expect(repeatHint(simple("2028-02-29", "yearly"), US_ENGLISH)).toBe("Only in leap years.");
  expect(repeatHint(simple("2028-02-28", "yearly"), US_ENGLISH)).toBeNull();
  expect(repeatHint(simple("2027-01-31", "yearly"), US_ENGLISH)).toBeNull();
});

test("nothing while a date is missing or the end comes before the start", () => {
  expect(repeatHint(custom("", "FREQ=WEEKLY;BYDAY=MO"), US_ENGLISH)).toBeNull();
  expect(
    repeatHint(custom("2026-11-22", "FREQ=WEEKLY;BYDAY=MO", "2026-11-01"), US_ENGLISH),
  ).toBeNull();
});
