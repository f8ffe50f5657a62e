import { expect, test } from "vitest";
import { scheduleSample } from "../../../tests/support/random-schedules.ts";
import { likelyStart, pastStart } from "./start-date.ts";
import type { ScheduleFields } from "./task-input.ts";

const TODAY = "2026-11-21";

test.each([
  // Digits left out, in a date field that fills up with zeros.
  ["0205-03-01", "2025-03-01"],
  ["0026-03-01", "2026-03-01"],
  ["0002-03-01", "2026-03-01"],
  ["0202-03-01", "2026-03-01"],
  ["0225-03-01", "2025-03-01"],
  // One digit is another.
  ["1025-03-01", "2025-03-01"],
  ["2015-03-01", "2025-03-01"],
  ["1026-12-24", "2026-12-24"],
  ["2016-12-24", "2026-12-24"],
  ["2020-12-24", "2025-12-24"],
  // No slip: the latest such day, today included.
  ["1900-01-01", "2026-01-01"],
  ["1900-11-21", "2026-11-21"],
  ["1900-12-25", "2025-12-25"],
  ["0001-01-01", "2026-01-01"],
  ["2019-06-30", "2026-06-30"],
  // A leap day comes in few years.
  ["1904-02-29", "2024-02-29"],
])("%s was probably meant to be %s", (entered, meant) => {
  expect(likelyStart(entered, TODAY)).toBe(meant);
});

test.each(["2021-11-21", "2021-11-22", "2026-11-21", "2027-01-01", "9999-12-31", "", "1900-02-30"])(
  "%s is not asked about",
  (entered) => {
    expect(likelyStart(entered, TODAY)).toBeNull();
  },
);

test("more than five years back begins the day before", () => {
  expect(likelyStart("2021-11-20", TODAY)).not.toBeNull();
});

test("nothing is asked when no year nearby has the day", () => {
  expect(likelyStart("1896-02-29", "2102-06-01")).toBeNull();
});

const schedule = (startDate: string, rule: Partial<ScheduleFields> = {}) =>
  scheduleSample({ startDate, ...rule });

test.each<[string, ScheduleFields, [number, string] | null]>([
  ["daily", schedule("2026-11-18"), [3, TODAY]],
  ["weekly", schedule("2026-11-02", { repeatValue: "weekly" }), [3, "2026-11-23"]],
  [
    "every other week",
    schedule("2026-11-04", {
      repeatValue: "custom",
      customRrule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE",
    }),
    [3, "2026-11-30"],
  ],
  ["the 31st", schedule("2026-08-31", { repeatValue: "monthly" }), [2, "2026-12-31"]],
  ["in its season", schedule("2026-11-19", { season: [11, 12] }), [2, TODAY]],
  ["from today on", schedule(TODAY), null],
  ["ended", schedule("2026-11-01", { endDate: "2026-11-10" }), null],
  [
    "once",
    schedule("2026-11-01", { repeatValue: "custom", customRrule: "FREQ=DAILY;COUNT=1" }),
    null,
  ],
  ["no date", schedule(""), null],
  ["nothing before", schedule("2026-11-16", { endDate: null, season: [12] }), null],
])("what lies before today: %s", (_name, given, expected) => {
  const past = pastStart(given, TODAY);
  expect(past && [past.count, past.next]).toEqual(expected);
});
