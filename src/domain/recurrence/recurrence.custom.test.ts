import { describe, expect, test } from "vitest";
import { occurrencesBetween, previousOccurrence } from "../../../tests/support/occurrences.ts";
import { isOccurrence, nextOccurrence, type Schedule } from "./recurrence.ts";

function simple(repeatValue: string, startDate: string, endDate?: string | null): Schedule {
  return { repeatValue, startDate, endDate: endDate ?? null };
}

function custom(customRrule: string | null, startDate = "2026-01-05"): Schedule {
  return { repeatValue: "custom", startDate, customRrule };
}

/** The first few occurrences of a year. */
function firstOf(schedule: Schedule, count: number, from = "2026-01-01", to = "2040-12-31") {
  return occurrencesBetween(schedule, from, to).slice(0, count);
}

describe("custom rules", () => {
  test("with 'RRULE:' or without it, the same", () => {
    const days = ["2026-01-05", "2026-01-07", "2026-01-09"];
    expect(firstOf(custom("FREQ=WEEKLY;BYDAY=MO,WE,FR"), 3)).toEqual(days);
    expect(firstOf(custom("RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR"), 3)).toEqual(days);
  });

  test.each([
    null,
    "",
    "every other day",
    "RRULE:",
    "INTERVAL=2",
    "FREQ=SOMETIMES",
    "FREQ=YEARLY;FREQ=YEARLY",
    "FREQ=YEARLY;INTERVAL=0",
    "FREQ=YEARLY;INTERVAL=-1",
    "FREQ=YEARLY;INTERVAL=two",
    "FREQ=WEEKLY;BYDAY=XX",
    "FREQ=MONTHLY;BYDAY=0MO",
    "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0",
    "FREQ=MONTHLY;BYMONTHDAY=32",
    "FREQ=YEARLY;BYMONTH=13",
    "FREQ=YEARLY;UNTIL=20260230",
    "FREQ=YEARLY;UNTIL=tomorrow",
    "FREQ=YEARLY;BYEASTER=1",
    "FREQ=YEARLY;BYHOUR=24",
    "FREQ=HOURLY",
    "DTSTART:20260101T000000Z\nRRULE:FREQ=YEARLY",
  ])("one that does not parse makes every day count: %s", (rule) => {
    expect(firstOf(custom(rule), 3)).toEqual(["2026-01-05", "2026-01-06", "2026-01-07"]);
  });

  test("anchored at the start date: an interval counts from there", () => {
    expect(firstOf(custom("FREQ=DAILY;INTERVAL=10", "2026-12-25"), 3)).toEqual([
      "2026-12-25",
      "2027-01-04",
      "2027-01-14",
    ]);
  });

  test("a start that the rule does not hit is no occurrence", () => {
    const tuesdays = custom("FREQ=WEEKLY;BYDAY=TU", "2026-01-05"); // a Monday
    expect(isOccurrence(tuesdays, "2026-01-05")).toBe(false);
    expect(firstOf(tuesdays, 1)).toEqual(["2026-01-06"]);
  });

  test("an interval of weeks across a year's end counts weeks from Monday", () => {
    // 2026-12-20 is a Sunday: its week began on the 14th.
    expect(firstOf(custom("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", "2026-12-20"), 4)).toEqual([
      "2026-12-20",
      "2026-12-28",
      "2027-01-03",
      "2027-01-11",
    ]);
  });

  test("WKST moves the weeks that an interval counts (RFC 5545's own example)", () => {
    const rule = "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU";
    expect(firstOf(custom(`${rule};WKST=MO`, "1997-08-05"), 9, "1997-01-01")).toEqual([
      "1997-08-05",
      "1997-08-10",
      "1997-08-19",
      "1997-08-24",
    ]);
    expect(firstOf(custom(`${rule};WKST=SU`, "1997-08-05"), 9, "1997-01-01")).toEqual([
      "1997-08-05",
      "1997-08-17",
      "1997-08-19",
      "1997-08-31",
    ]);
  });

  test("BYSETPOS picks within the month", () => {
    const second = custom("FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2");
    expect(firstOf(second, 3)).toEqual(["2026-01-13", "2026-02-10", "2026-03-10"]);
    const lastWorkday = custom("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1");
    expect(firstOf(lastWorkday, 3)).toEqual(["2026-01-30", "2026-02-27", "2026-03-31"]);
  });

  test("BYSETPOS picks within the year", () => {
    const second = custom("FREQ=YEARLY;BYDAY=TU;BYSETPOS=2");
    expect(firstOf(second, 2)).toEqual(["2026-01-13", "2027-01-12"]);
    const last = custom("FREQ=YEARLY;BYDAY=SU;BYSETPOS=-1");
    expect(firstOf(last, 2)).toEqual(["2026-12-27", "2027-12-26"]);
  });

  test("a position that few months have skips the others", () => {
    const fifth = custom("FREQ=MONTHLY;BYDAY=FR;BYSETPOS=5");
    expect(firstOf(fifth, 3)).toEqual(["2026-01-30", "2026-05-29", "2026-07-31"]);
  });

  test("a position that comes once in 28 years is found", () => {
    const rare = custom("FREQ=MONTHLY;INTERVAL=12;BYDAY=MO;BYSETPOS=5", "2026-02-01");
    expect(nextOccurrence(rare, "2026-02-01")).toBe("2044-02-29");
    expect(nextOccurrence(rare, "2044-02-29")).toBe("2072-02-29");
    expect(previousOccurrence(rare, "2072-02-29")).toBe("2044-02-29");
  });

  test("COUNT counts from the start, not from the range asked for", () => {
    const five = custom("FREQ=WEEKLY;COUNT=3");
    expect(occurrencesBetween(five, "2026-01-12", "2026-12-31")).toEqual([
      "2026-01-12",
      "2026-01-19",
    ]);
    expect(nextOccurrence(five, "2026-01-19")).toBeNull();
    expect(firstOf(custom("FREQ=DAILY;COUNT=0"), 1)).toEqual([]);
  });

  test("COUNT and an end date: the earlier one ends it", () => {
    const rule = "FREQ=MONTHLY;BYDAY=MO;COUNT=6";
    const days = ["2026-01-05", "2026-01-12", "2026-01-19", "2026-01-26", "2026-02-02"];
    expect(firstOf({ ...custom(rule), endDate: "2026-02-03" }, 9)).toEqual(days);
    expect(firstOf(custom(rule), 9)).toEqual([...days, "2026-02-09"]);
    const daily = { ...custom("FREQ=DAILY;COUNT=5"), endDate: "2026-01-11" };
    expect(previousOccurrence(daily, "2026-12-31")).toBe("2026-01-09");
  });

  test("UNTIL ends it with its own day, as a date or as an instant", () => {
    const days = ["2026-01-05", "2026-01-06"];
    for (const until of ["20260106", "20260106T000000Z", "20260106T235959Z", "20260106T120000"]) {
      expect(firstOf(custom(`FREQ=DAILY;UNTIL=${until}`), 9)).toEqual(days);
    }
    expect(firstOf(custom("FREQ=DAILY;UNTIL=20251231"), 1)).toEqual([]);
  });

  test("what the dialog cannot build is answered too", () => {
    expect(firstOf(custom("FREQ=MONTHLY;BYMONTHDAY=-1"), 2)).toEqual(["2026-01-31", "2026-02-28"]);
    expect(firstOf(custom("FREQ=MONTHLY;BYDAY=1MO,-1FR"), 3)).toEqual([
      "2026-01-05",
      "2026-01-30",
      "2026-02-02",
    ]);
    expect(firstOf(custom("FREQ=MONTHLY;BYDAY=2TU,SU"), 3)).toEqual([
      "2026-01-11",
      "2026-01-13",
      "2026-01-18",
    ]);
    expect(firstOf(custom("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH"), 2)).toEqual([
      "2026-11-26",
      "2027-11-25",
    ]);
    expect(firstOf(custom("FREQ=YEARLY;BYWEEKNO=53;BYDAY=FR"), 2)).toEqual([
      "2027-01-01",
      "2032-12-31",
    ]);
    expect(firstOf(custom("FREQ=DAILY;INTERVAL=2;BYMONTH=3"), 2)).toEqual([
      "2026-03-02",
      "2026-03-04",
    ]);
  });

  test("parts that name a time of day leave the dates as they are", () => {
    expect(firstOf(custom("FREQ=WEEKLY;BYDAY=TU;BYHOUR=9;BYMINUTE=30;BYSECOND=0"), 1)).toEqual([
      "2026-01-06",
    ]);
  });

  test.each([
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=WEEKLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=1000000",
    "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6",
    "FREQ=YEARLY;BYDAY=MO;BYSETPOS=54",
    "FREQ=DAILY;INTERVAL=7;BYDAY=TU", // from a Monday
    "FREQ=YEARLY;INTERVAL=4;BYYEARDAY=366", // from 2026
    "FREQ=DAILY;INTERVAL=9007199254740991;BYDAY=SU",
  ])("an impossible rule has no occurrence: %s", (rule) => {
    const schedule = custom(rule);
    expect(nextOccurrence(schedule, "2026-01-01")).toBeNull();
    expect(previousOccurrence(schedule, "9999-12-31")).toBeNull();
    expect(occurrencesBetween(schedule, "2026-01-01", "2126-01-01")).toEqual([]);
    expect(isOccurrence(schedule, "2026-01-05")).toBe(false);
  });

  test("the calendar's last day is the last occurrence", () => {
    expect(nextOccurrence(simple("daily", "2026-01-01"), "9999-12-31")).toBeNull();
    expect(nextOccurrence(simple("yearly", "2026-01-01"), "9999-01-01")).toBeNull();
    expect(previousOccurrence(simple("weekly", "0001-01-01"), "0001-01-08")).toBe("0001-01-01");
  });
});
