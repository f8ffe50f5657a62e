import { describe, expect, test } from "vitest";
import { readTodoistDate } from "./todoist-dates.ts";

const TODAY = "2026-11-22";

/** Words, and the rule, duration or repeat that they are read as. */
const understood: readonly (readonly [words: string, repeat: string])[] = [
  ["every day", "daily"],
  ["Every Day", "daily"],
  ["everyday", "daily"],
  ["daily", "daily"],
  ["ev day", "daily"],
  ["every day at 20:00", "daily"],
  ["every day at 9am", "daily"],
  ["every day 7 pm", "daily"],
  ["every morning", "daily"],
  ["every evening", "daily"],
  ["every night", "daily"],
  ["every week", "weekly"],
  ["weekly", "weekly"],
  ["every 1 week", "weekly"],
  ["every month", "monthly"],
  ["monthly", "monthly"],
  ["every year", "yearly"],
  ["yearly", "yearly"],
  ["each weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
  ["every 2nd day", "FREQ=DAILY;INTERVAL=2"],
  ["every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
  ["every workday at 17:30", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
  ["every weekend", "FREQ=WEEKLY;BYDAY=SA"],
  ["every monday", "FREQ=WEEKLY;BYDAY=MO"],
  ["every Mon", "FREQ=WEEKLY;BYDAY=MO"],
  ["every tues", "FREQ=WEEKLY;BYDAY=TU"],
  ["every thurs 7am", "FREQ=WEEKLY;BYDAY=TH"],
  ["every mon, wed, fri", "FREQ=WEEKLY;BYDAY=MO,WE,FR"],
  ["every friday and monday", "FREQ=WEEKLY;BYDAY=MO,FR"],
  ["every mon, tues, wed, and fri", "FREQ=WEEKLY;BYDAY=MO,TU,WE,FR"],
  ["every week on saturday", "FREQ=WEEKLY;BYDAY=SA"],
  ["weekly on friday", "FREQ=WEEKLY;BYDAY=FR"],
  // It is one.
  ["weekly on sunday", "weekly"],
  ["every 2 days", "FREQ=DAILY;INTERVAL=2"],
  ["every 999 days", "FREQ=DAILY;INTERVAL=999"],
  ["every other day", "FREQ=DAILY;INTERVAL=2"],
  ["every 2 weeks", "FREQ=WEEKLY;INTERVAL=2"],
  ["every other week", "FREQ=WEEKLY;INTERVAL=2"],
  ["every other monday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"],
  ["every 3 weeks on mon and thu", "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,TH"],
  ["every 3 months", "FREQ=MONTHLY;INTERVAL=3"],
  ["every quarter", "FREQ=MONTHLY;INTERVAL=3"],
  ["quarterly", "FREQ=MONTHLY;INTERVAL=3"],
  ["every 2 years", "FREQ=YEARLY;INTERVAL=2"],
  ["every 27th", "FREQ=MONTHLY;BYMONTHDAY=27"],
  ["every 27", "FREQ=MONTHLY;BYMONTHDAY=27"],
  ["every 15th of the month", "FREQ=MONTHLY;BYMONTHDAY=15"],
  ["every 30th, 15th", "FREQ=MONTHLY;BYMONTHDAY=15,30"],
  ["every month on the 15th", "FREQ=MONTHLY;BYMONTHDAY=15"],
  ["monthly on the 1st", "FREQ=MONTHLY;BYMONTHDAY=1"],
  ["every 2 months on the 15th", "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=15"],
  ["every last day", "FREQ=MONTHLY;BYMONTHDAY=-1"],
  ["every last day of the month", "FREQ=MONTHLY;BYMONTHDAY=-1"],
  ["every 3rd friday", "FREQ=MONTHLY;BYDAY=FR;BYSETPOS=3"],
  ["every first monday", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1"],
  ["every last friday of the month", "FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1"],
  ["every 1st workday", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1"],
  ["every last workday", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"],
  ["every jan 27th", "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=27"],
  ["every 27 january", "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=27"],
  ["every year on dec 24", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24"],
  ["every jan 1, apr 1, jul 1, oct 1", "FREQ=YEARLY;BYMONTH=1,4,7,10;BYMONTHDAY=1"],
  ["every! day", "P1D"],
  ["every! 3 days", "P3D"],
  ["every!2 weeks", "P2W"],
  ["after 10 days", "P10D"],
  ["every! 3 months", "P3M"],
  ["every! 2 years", "P24M"],
];

test.each(understood)("%s", (words, repeat) => {
  const read = readTodoistDate(words, TODAY)?.repeat;
  const found = read?.customRrule?.replace("RRULE:", "") ?? read?.afterDone ?? read?.repeatValue;
  expect(found).toBe(repeat);
  expect(read).toMatchObject({ startDate: TODAY, endDate: null });
  expect(read?.repeatValue === "custom").toBe(Boolean(read?.customRrule ?? read?.afterDone));
  expect(read?.customRruleText).toBeNull();
});

const withDates: readonly (readonly [string, string, string | null, string])[] = [
  ["2026-12-24", "2026-12-24", null, "FREQ=DAILY;COUNT=1"],
  ["24 Dec 2026", "2026-12-24", null, "FREQ=DAILY;COUNT=1"],
  ["Dec 24 2026 18:00", "2026-12-24", null, "FREQ=DAILY;COUNT=1"],
  ["december 24th, 2026", "2026-12-24", null, "FREQ=DAILY;COUNT=1"],
  ["every day starting 2026-12-01", "2026-12-01", null, "daily"],
  ["every 2 weeks starting 1 Dec 2026", "2026-12-01", null, "FREQ=WEEKLY;INTERVAL=2"],
  ["every day until 2026-12-20", TODAY, "2026-12-20", "daily"],
  [
    "every mon from 1 dec 2026 until 1 feb 2027",
    "2026-12-01",
    "2027-02-01",
    "FREQ=WEEKLY;BYDAY=MO",
  ],
  ["every day for 3 weeks", TODAY, "2026-12-12", "daily"],
];

test.each(withDates)("%s", (words, startDate, endDate, repeat) => {
  const read = readTodoistDate(words, TODAY)?.repeat;
  expect(read).toMatchObject({ startDate, endDate });
  expect(read?.customRrule?.replace("RRULE:", "") ?? read?.repeatValue).toBe(repeat);
});

describe("what is not sure is left to the person", () => {
  test.each([
    "",
    "today",
    "tomorrow",
    "next monday",
    "25 Nov",
    "Nov 25",
    "25/11/2026",
    "30 Feb 2026",
    "every day starting 1 Nov",
    "every hour",
    "every 12 hours",
    "every! monday",
    "every 32nd",
    "every feb 30",
    "every jan 1, apr 2",
    "every 0 days",
    "every 1000 days",
    "every 3 workdays",
    "jeden Tag",
    "every full moon",
    "chaque lundi",
    "monday",
    "sundays",
    "on the 15th",
    "on friday",
    "every february",
    "every mon until friday",
    "every day for 2 weeks until 2026-12-24",
    "every",
    "every!",
  ])("%s", (words) => {
    expect(readTodoistDate(words, TODAY)).toBeNull();
  });
});

test("says when there is a time of day, and when it counts from today for want of a day", () => {
  expect(readTodoistDate("every day at 8pm", TODAY)).toMatchObject({ hasTime: true });
  expect(readTodoistDate("every day", TODAY)).toMatchObject({
    hasTime: false,
    countsFromToday: false,
  });
  expect(readTodoistDate("every week on saturday", TODAY)).toMatchObject({
    countsFromToday: false,
  });
  expect(readTodoistDate("every 2 weeks", TODAY)).toMatchObject({ countsFromToday: true });
  expect(readTodoistDate("every 2 weeks starting 2026-12-01", TODAY)).toMatchObject({
    countsFromToday: false,
  });
});

test("long words come to an end", () => {
  for (const words of ["mon, ".repeat(20_000), "1 ".repeat(50_000), "every ".repeat(20_000)]) {
    expect(() => readTodoistDate(words, TODAY)).not.toThrow();
  }
});
