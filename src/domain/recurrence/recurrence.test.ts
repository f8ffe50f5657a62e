import { describe, expect, test } from "vitest";
import { occurrencesBetween, previousOccurrence } from "../../../tests/support/occurrences.ts";
import { isOccurrence, nextOccurrence, type Schedule } from "./recurrence.ts";

function simple(repeatValue: string, startDate: string, endDate?: string | null): Schedule {
  return { repeatValue, startDate, endDate: endDate ?? null };
}

/** The first few occurrences of a year. */
function firstOf(schedule: Schedule, count: number, from = "2026-01-01", to = "2040-12-31") {
  return occurrencesBetween(schedule, from, to).slice(0, count);
}

describe("only on or after the start and on or before the end", () => {
  test("the start itself counts, the day before does not", () => {
    const task = simple("daily", "2026-11-21");
    expect(isOccurrence(task, "2026-11-20")).toBe(false);
    expect(isOccurrence(task, "2026-11-21")).toBe(true);
  });

  test("the end itself counts, the day after does not", () => {
    const task = simple("daily", "2026-11-01", "2026-11-21");
    expect(isOccurrence(task, "2026-11-21")).toBe(true);
    expect(isOccurrence(task, "2026-11-22")).toBe(false);
  });

  test("an end that equals the start leaves one occurrence", () => {
    const task = simple("weekly", "2026-11-21", "2026-11-21");
    expect(occurrencesBetween(task, "2026-01-01", "2027-12-31")).toEqual(["2026-11-21"]);
  });

  test("an end before the start leaves none", () => {
    expect(firstOf(simple("daily", "2026-11-21", "2026-11-20"), 1)).toEqual([]);
  });

  test("a start in the future has its first occurrence there", () => {
    expect(nextOccurrence(simple("monthly", "2031-05-17"), "2026-11-21")).toBe("2031-05-17");
    expect(previousOccurrence(simple("monthly", "2031-05-17"), "2026-11-21")).toBeNull();
  });

  test("both ends of a range count", () => {
    const week = occurrencesBetween(simple("weekly", "2026-11-02"), "2026-11-09", "2026-11-23");
    expect(week).toEqual(["2026-11-09", "2026-11-16", "2026-11-23"]);
  });
});

describe("daily, weekly, monthly, yearly", () => {
  test("daily: every day", () => {
    const days = occurrencesBetween(simple("daily", "2026-02-26"), "2026-02-01", "2026-03-02");
    expect(days).toEqual(["2026-02-26", "2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
  });

  test("weekly: the number of days since the start is divisible by 7, across a year's end", () => {
    expect(firstOf(simple("weekly", "2026-12-24"), 3)).toEqual([
      "2026-12-24",
      "2026-12-31",
      "2027-01-07",
    ]);
  });

  test("monthly: the same day of the month", () => {
    expect(firstOf(simple("monthly", "2026-11-15"), 3)).toEqual([
      "2026-11-15",
      "2026-12-15",
      "2027-01-15",
    ]);
  });

  test("monthly on the 31st: only months that have one", () => {
    expect(firstOf(simple("monthly", "2026-01-31"), 8)).toEqual([
      "2026-01-31",
      "2026-03-31",
      "2026-05-31",
      "2026-07-31",
      "2026-08-31",
      "2026-10-31",
      "2026-12-31",
      "2027-01-31",
    ]);
  });

  test("monthly on the 30th and the 29th: February only in leap years for the 29th", () => {
    expect(isOccurrence(simple("monthly", "2026-01-30"), "2028-02-29")).toBe(false);
    expect(isOccurrence(simple("monthly", "2026-01-29"), "2027-02-28")).toBe(false);
    expect(isOccurrence(simple("monthly", "2026-01-29"), "2028-02-29")).toBe(true);
  });

  test("yearly: the same month and day", () => {
    expect(firstOf(simple("yearly", "2026-11-21"), 2)).toEqual(["2026-11-21", "2027-11-21"]);
  });

  test("yearly on 29 February: leap years only, and 2100 is none", () => {
    expect(firstOf(simple("yearly", "2024-02-29"), 3)).toEqual([
      "2028-02-29",
      "2032-02-29",
      "2036-02-29",
    ]);
    expect(nextOccurrence(simple("yearly", "2024-02-29"), "2096-02-29")).toBe("2104-02-29");
    expect(previousOccurrence(simple("yearly", "2024-02-29"), "2104-02-29")).toBe("2096-02-29");
  });

  test("any other repeat value falls back to daily", () => {
    for (const value of ["hourly", "", "DAILY", "toString", "__proto__"]) {
      expect(firstOf(simple(value, "2026-11-21"), 2)).toEqual(["2026-11-21", "2026-11-22"]);
    }
  });
});

describe("invalid dates", () => {
  test("are no occurrences and have no neighbours", () => {
    const task = simple("daily", "2026-01-01");
    expect(isOccurrence(task, "2026-02-30")).toBe(false);
    expect(occurrencesBetween(task, "2026-01-01", "soon")).toEqual([]);
    expect(nextOccurrence(task, "")).toBeNull();
    expect(previousOccurrence(task, "2026-13-01")).toBeNull();
  });

  test("in a schedule leave it without occurrences", () => {
    expect(isOccurrence(simple("daily", "2026-02-30"), "2026-03-01")).toBe(false);
    expect(isOccurrence(simple("daily", "2026-01-01", "never"), "2026-03-01")).toBe(false);
  });
});
