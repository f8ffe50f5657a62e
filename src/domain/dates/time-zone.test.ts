import { describe, expect, test } from "vitest";
import { US_ENGLISH } from "../language/locale.ts";
import { dayInZone, startOfDayInZone, timeInZone } from "./time-zone.ts";

describe("the day of an instant in a zone", () => {
  test.each([
    ["2026-11-21T23:30:00Z", "UTC", "2026-11-21"],
    ["2026-11-21T23:30:00Z", "Pacific/Auckland", "2026-11-22"],
    ["2026-11-21T04:59:59Z", "America/New_York", "2026-11-20"],
    ["2026-11-21T05:00:00Z", "America/New_York", "2026-11-21"],
    ["2026-11-21T18:29:59Z", "Asia/Kolkata", "2026-11-21"],
    ["2026-11-21T18:30:00Z", "Asia/Kolkata", "2026-11-22"],
    ["2026-11-21T09:59:59Z", "Pacific/Kiritimati", "2026-11-21"],
    ["2026-11-21T10:00:00Z", "Pacific/Kiritimati", "2026-11-22"],
    ["2026-11-21T10:59:59Z", "Pacific/Pago_Pago", "2026-11-20"],
    // The clock goes forward and back in New York: midnight moves by an hour.
    ["2026-03-09T03:59:59Z", "America/New_York", "2026-03-08"],
    ["2026-03-09T04:00:00Z", "America/New_York", "2026-03-09"],
    ["2026-11-02T04:59:59Z", "America/New_York", "2026-11-01"],
    ["2026-11-02T05:00:00Z", "America/New_York", "2026-11-02"],
    // Samoa left out a day.
    ["2011-12-30T09:59:59Z", "Pacific/Apia", "2011-12-29"],
    ["2011-12-30T10:00:00Z", "Pacific/Apia", "2011-12-31"],
  ])("%s in %s is on %s", (instant, zone, day) => {
    expect(dayInZone(instant, zone)).toBe(day);
    expect(dayInZone(Date.parse(instant), zone)).toBe(day);
    expect(dayInZone(new Date(instant), zone)).toBe(day);
  });

  test("a zone that nobody knows counts as UTC", () => {
    expect(dayInZone("2026-11-21T23:30:00Z", "Mars/Olympus_Mons")).toBe("2026-11-21");
    expect(dayInZone("2026-11-21T23:30:00Z", "")).toBe("2026-11-21");
  });

  test("an invalid instant throws", () => {
    expect(() => dayInZone("some time", "UTC")).toThrow(RangeError);
  });
});

describe("the time of an instant in a zone: 'h:mm a'", () => {
  test.each([
    ["2026-11-21T00:00:00Z", "UTC", "12:00 AM"],
    ["2026-11-21T00:05:59.999Z", "UTC", "12:05 AM"],
    ["2026-11-21T09:05:00Z", "UTC", "9:05 AM"],
    ["2026-11-21T12:00:00Z", "UTC", "12:00 PM"],
    ["2026-11-21T23:59:00Z", "UTC", "11:59 PM"],
    ["2026-11-21T12:00:00Z", "Asia/Kolkata", "5:30 PM"],
    ["2026-11-01T05:30:00Z", "America/New_York", "1:30 AM"],
    ["2026-11-01T06:30:00Z", "America/New_York", "1:30 AM"],
  ])("%s in %s is %s, with a plain space", (instant, zone, text) => {
    expect(timeInZone(instant, zone, US_ENGLISH)).toBe(text);
  });
});

describe("the start of a day in a zone", () => {
  test.each([
    ["2026-11-21", "UTC", "2026-11-21T00:00:00Z"],
    ["2026-11-21", "Asia/Kolkata", "2026-11-20T18:30:00Z"],
    ["2026-11-21", "Pacific/Kiritimati", "2026-11-20T10:00:00Z"],
    ["2026-11-21", "Pacific/Pago_Pago", "2026-11-21T11:00:00Z"],
    ["2026-03-08", "America/New_York", "2026-03-08T05:00:00Z"],
    ["2026-03-09", "America/New_York", "2026-03-09T04:00:00Z"],
    ["2026-11-02", "America/New_York", "2026-11-02T05:00:00Z"],
    ["2026-09-28", "Pacific/Auckland", "2026-09-27T11:00:00Z"],
    // No midnight there on that day: it begins at one o'clock.
    ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00Z"],
    // No such day there: the next one begins in its place.
    ["2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00Z"],
  ])("%s in %s begins at %s", (date, zone, instant) => {
    expect(new Date(startOfDayInZone(date, zone)).toISOString()).toBe(
      instant.replace("Z", ".000Z"),
    );
  });

  test("an invalid date throws", () => {
    expect(() => startOfDayInZone("2026-02-30", "UTC")).toThrow(RangeError);
  });
});
