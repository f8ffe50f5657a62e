import { describe, expect, test } from "vitest";
import { US_ENGLISH } from "../language/locale.ts";
import {
  formatDate,
  formatFullDate,
  formatMonth,
  formatNextDate,
  formatWeekday,
  relativeDate,
  relativeInSentence,
} from "./format-date.ts";

describe("relative dates", () => {
  test.each([
    ["2026-11-21", "Today"],
    ["2026-11-22", "Tomorrow"],
    ["2026-11-20", "Yesterday"],
    ["2026-11-19", "2 days ago"],
    ["2026-11-14", "7 days ago"],
    ["2026-11-23", "In 2 days"],
    ["2026-11-28", "In 7 days"],
    ["2026-11-13", "Nov 13, 2026"],
    ["2026-11-29", "Nov 29, 2026"],
    ["2027-11-21", "Nov 21, 2027"],
  ])("%s is '%s'", (date, text) => {
    expect(relativeDate(date, "2026-11-21", US_ENGLISH)).toBe(text);
  });

  test("count days across a step of the clock", () => {
    expect(relativeDate("2026-03-30", "2026-03-28", US_ENGLISH)).toBe("In 2 days");
    expect(relativeDate("2026-10-24", "2026-10-26", US_ENGLISH)).toBe("2 days ago");
  });
});

test("in a sentence words begin small, and dates stay as they are", () => {
  const texts = ["2026-11-20", "2026-11-14", "2026-07-23"].map((date) =>
    relativeInSentence(date, "2026-11-21", US_ENGLISH),
  );
  expect(texts).toEqual(["yesterday", "7 days ago", "Jul 23, 2026"]);
});

describe("full dates are 'MMM d, yyyy'", () => {
  test("for every kind of text", () => {
    expect(formatDate("2026-01-05", US_ENGLISH)).toBe("Jan 5, 2026");
    expect(formatDate("2026-09-30", US_ENGLISH)).toBe("Sep 30, 2026");
    expect(formatWeekday("2026-11-21", US_ENGLISH)).toBe("Saturday, November 21");
    expect(formatFullDate("2026-11-21", US_ENGLISH)).toBe("Saturday, November 21, 2026");
    expect(formatMonth("2026-11-21", US_ENGLISH)).toBe("November 2026");
  });
});

test("a date soon has its year only when that is another one", () => {
  expect(formatNextDate("2026-11-23", "2026-11-21", US_ENGLISH)).toBe("Mon, Nov 23");
  expect(formatNextDate("2027-01-04", "2026-11-21", US_ENGLISH)).toBe("Mon, Jan 4, 2027");
});

describe("an invalid date gives back the raw text", () => {
  test.each(["", "soon", "2026-02-30"])("'%s'", (text) => {
    expect(relativeDate(text, "2026-11-21", US_ENGLISH)).toBe(text);
    expect(formatDate(text, US_ENGLISH)).toBe(text);
    expect(formatWeekday(text, US_ENGLISH)).toBe(text);
  });
});
