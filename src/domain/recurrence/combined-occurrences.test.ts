import { expect, test } from "vitest";
import { toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import { withDays, without } from "./combined-occurrences.ts";
import { occurrencesOf } from "./recurrence.ts";

const day = (date: string) => toDayNumber(`2026-11-${date}`);
const daily = occurrencesOf({ startDate: "2026-11-01", endDate: null, repeatValue: "daily" });
const weekly = occurrencesOf({ startDate: "2026-11-01", endDate: null, repeatValue: "weekly" });

test("without a run of days, the last one is the day before it and the first one the day after", () => {
  const rest = without(daily, DaySet.fromRuns([[day("10"), 3]]));
  expect(rest.lastUntil(day("12"))).toBe(day("09"));
  expect(rest.firstFrom(day("10"))).toBe(day("13"));
  expect(rest.between(day("09"), day("13"))).toEqual([day("09"), day("13")]);
});

test("an added day counts at either end of a range", () => {
  const more = withDays(weekly, [day("03"), day("05")]);
  const range = [day("03"), day("05")] as const;
  expect(more.between(...range)).toEqual(range);
  expect(more.countBetween(...range)).toBe(2);
  expect(more.firstFrom(day("03"))).toBe(day("03"));
  expect(more.lastUntil(day("05"))).toBe(day("05"));
});
