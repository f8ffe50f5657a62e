import { expect, test } from "vitest";
import { occurrencesBetween } from "../../../tests/support/occurrences.ts";
import { customSchedule } from "../../../tests/support/random-schedules.ts";
import { rfcOccurrences } from "../../../tests/support/rfc5545-oracle.ts";

/** Custom rules with BYWEEKNO: ISO weeks, the first and last of which may cross the year's end. */

const FROM = "2004-01-01";
const TO = "2013-12-31";

function occurrences(rule: string): string[] {
  return occurrencesBetween(customSchedule({ startDate: FROM, endDate: null, rule }), FROM, TO);
}

test("a year's first days can belong to the last week of the year before", () => {
  expect(occurrences("FREQ=YEARLY;BYWEEKNO=53;BYDAY=SA")).toEqual(["2005-01-01", "2010-01-02"]);
  expect(occurrences("FREQ=YEARLY;BYMONTH=1;BYWEEKNO=52;BYDAY=SU")).toEqual([
    "2006-01-01",
    "2011-01-02",
    "2012-01-01",
  ]);
});

test("a year's last days can belong to the first week of the year after", () => {
  expect(occurrences("FREQ=YEARLY;BYMONTH=12;BYWEEKNO=1;BYDAY=MO")).toEqual([
    "2007-12-31",
    "2008-12-29",
    "2012-12-31",
    "2013-12-30",
  ]);
});

const RULES = ["1", "20", "52", "53", "-1", "-52", "-53"].flatMap((week) =>
  ["MO", "SU"].map((weekStart) => `FREQ=YEARLY;BYWEEKNO=${week};WKST=${weekStart}`),
);

test.each(RULES)("%s is as RFC 5545 says", (rule) => {
  expect(occurrences(rule)).toEqual(rfcOccurrences({ startDate: FROM, endDate: null, rule }, TO));
});
