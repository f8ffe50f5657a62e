import { expect, test } from "vitest";
import { simpleRepeat, weeklyDays, weeklyOn } from "./repeat.ts";

const TUESDAY = "2026-11-24";
const schedule = { startDate: TUESDAY, afterDone: null, waitsFor: null };
const weekly = simpleRepeat("weekly");

test("only the start's own weekday is weekly itself, anything else a rule", () => {
  expect(weeklyOn(["TU"], TUESDAY)).toEqual(weekly);
  expect(weeklyOn([], TUESDAY)).toEqual(weekly);
  expect(weeklyOn(["TH"], TUESDAY)).toEqual({
    repeatValue: "custom",
    customRrule: "RRULE:FREQ=WEEKLY;BYDAY=TH",
    customRruleText: null,
    afterDone: null,
    waitsFor: null,
    waitsAmount: null,
  });
  expect(weeklyOn(["TH", "MO"], TUESDAY).customRrule).toBe("RRULE:FREQ=WEEKLY;BYDAY=MO,TH");
});

test("its weekdays are read back", () => {
  expect(weeklyDays({ ...schedule, ...weekly })).toEqual(["TU"]);
  expect(weeklyDays({ ...schedule, ...weeklyOn(["TH", "MO"], TUESDAY) })).toEqual(["MO", "TH"]);
  expect(weeklyDays({ ...schedule, ...weekly, startDate: "" })).toEqual([]);
});

test.each([
  "RRULE:FREQ=WEEKLY",
  "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TH",
  "RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=3",
  "RRULE:FREQ=WEEKLY;BYDAY=TH;BYMONTH=5",
  "RRULE:FREQ=WEEKLY;BYDAY=TH;UNTIL=20270101",
  "RRULE:FREQ=DAILY;BYDAY=TH",
  "RRULE:FREQ=MONTHLY;BYDAY=TH",
  "nonsense",
])("%s is more than weekdays of every week", (customRrule) => {
  expect(weeklyDays({ ...schedule, repeatValue: "custom", customRrule })).toBeNull();
});

test("no other choice has weekdays", () => {
  expect(weeklyDays({ ...schedule, repeatValue: "daily", customRrule: null })).toBeNull();
  const afterDone = {
    ...schedule,
    repeatValue: "custom",
    customRrule: null,
    afterDone: "P3D",
  } as const;
  expect(weeklyDays(afterDone)).toBeNull();
});
