import { describe, expect, test } from "vitest";
import {
  dayNumberOf,
  daysInMonth,
  FIRST_DAY,
  fromDayNumber,
  isCalendarDate,
  LAST_DAY,
  toDayNumber,
  weekdayOf,
  yearMonthDay,
} from "./calendar-date.ts";

describe("day numbers", () => {
  test("count days since 1970-01-01", () => {
    expect(toDayNumber("1970-01-01")).toBe(0);
    expect(toDayNumber("1969-12-31")).toBe(-1);
    expect(toDayNumber("2026-11-21")).toBe(20_778);
    expect(fromDayNumber(20_778)).toBe("2026-11-21");
  });

  test("agree with UTC dates on every day from 1890 to 2110", () => {
    for (let day = -29_219; day < 51_500; day++) {
      const date = new Date(day * 86_400_000);
      const text = date.toISOString().slice(0, 10);
      if (fromDayNumber(day) !== text || toDayNumber(text) !== day) expect.fail(text);
      if (weekdayOf(day) !== (date.getUTCDay() + 6) % 7) expect.fail(`weekday of ${text}`);
      const { year, month, day: dayOfMonth } = yearMonthDay(day);
      if (dayNumberOf(year, month, dayOfMonth) !== day) expect.fail(`parts of ${text}`);
    }
  });

  test("reach from 0001-01-01 to 9999-12-31 and no further", () => {
    expect(fromDayNumber(FIRST_DAY)).toBe("0001-01-01");
    expect(fromDayNumber(LAST_DAY)).toBe("9999-12-31");
    expect(toDayNumber("0001-01-01")).toBe(FIRST_DAY);
    expect(toDayNumber("9999-12-31")).toBe(LAST_DAY);
    for (const day of [FIRST_DAY - 1, LAST_DAY + 1, Number.NaN]) {
      expect(() => fromDayNumber(day)).toThrow(RangeError);
    }
  });

  test("know the months' lengths, leap years included", () => {
    expect([1900, 2000, 2024, 2026].map((year) => daysInMonth(year, 2))).toEqual([28, 29, 29, 28]);
    expect([1, 4, 12].map((month) => daysInMonth(2026, month))).toEqual([31, 30, 31]);
  });
});

test.each([
  "",
  "2026-02-29",
  "2026-00-10",
  "2026-13-01",
  "2026-01-00",
  "2026-04-31",
  "0000-01-01",
  "2026-1-1",
  "26-01-01",
  "2026/01/01",
  "2026-01-01T00:00",
  " 2026-01-01",
  "2026-01-0x",
  "2026-01-1/",
  "2026-01-/9",
  "202:-01-01",
  "-026-01-01",
  "2026-01-+1",
  "２０２６-01-01",
])("'%s' is no calendar date", (text) => {
  expect(isCalendarDate(text)).toBe(false);
  expect(toDayNumber(text)).toBeNaN();
});
