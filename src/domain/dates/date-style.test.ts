import { describe, expect, test } from "vitest";
import { localeOf } from "../language/locale.ts";
import { ruleText } from "../recurrence/rule-text.ts";
import { type DateStyle, fromWeekStart, readStyle, US_STYLE } from "./date-style.ts";
import { doneWhen } from "./done-when.ts";
import {
  formatDate,
  formatFullDate,
  formatNextDate,
  formatWeekday,
  relativeDate,
} from "./format-date.ts";
import { formatHour } from "./format-hour.ts";
import { sixWeeks } from "./month.ts";
import { usualStyle } from "./usual-style.ts";

const BRITISH: DateStyle = { order: "dmy", hours: "24", weekStart: "mon" };

test.each([
  ["en-US", "mdy-12-sun"],
  ["en-GB", "dmy-24-mon"],
  ["de-DE", "dmy-24-mon"],
  ["en-AU", "dmy-12-mon"],
  ["sv-SE", "ymd-24-mon"],
  ["ja-JP", "ymd-24-sun"],
  ["ar-EG", "dmy-12-sat"],
])("%s is %s", (language, text) => {
  expect(usualStyle(language)).toBe(text);
});

test("a text that is no style is that of the US", () => {
  expect(readStyle("dmy-24-mon")).toEqual(BRITISH);
  for (const text of [null, undefined, "", "dmy", "dmy-24-tue", "dmy-24-mon-x", "__proto__"]) {
    expect(readStyle(text)).toBe(US_STYLE);
  }
});

describe("what is drawn follows a style", () => {
  const today = "2026-11-21";
  const drawn = (dates: DateStyle) => {
    const style = localeOf("en", {}, dates);
    return [
      formatDate(today, style),
      formatWeekday(today, style),
      formatFullDate(today, style),
      formatNextDate("2027-01-04", today, style),
      relativeDate("2026-11-01", today, style),
      formatHour(19, style),
      doneWhen({ at: "2026-11-21T20:05:00Z", timeZone: "UTC" }, "2026-11-20", "UTC", style),
      ruleText("FREQ=DAILY;UNTIL=20261231T000000Z", style),
    ];
  };

  test("day first and 24 hours", () => {
    // Whether a comma follows a weekday is the runtime's choice.
    expect(
      drawn(BRITISH).map((text) => text?.replace(/day,|Mon,/, (word) => word.slice(0, -1))),
    ).toEqual([
      "21 Nov 2026",
      "Saturday 21 November",
      "Saturday 21 November 2026",
      "Mon 4 Jan 2027",
      "1 Nov 2026",
      "19:00",
      "on 21 Nov 2026 at 20:05",
      "Daily, until 31 Dec 2026",
    ]);
  });

  test("year first", () => {
    expect(drawn({ ...BRITISH, order: "ymd" }).slice(0, 5)).toEqual([
      "2026-11-21",
      "Saturday, November 21",
      "Saturday, 2026-11-21",
      "Mon, 2027-01-04",
      "2026-11-01",
    ]);
  });
});

test("weeks begin on the chosen day", () => {
  const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
  expect(fromWeekStart(days, BRITISH)).toEqual(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]);
  expect(fromWeekStart(days, { ...BRITISH, weekStart: "sat" }).slice(0, 2)).toEqual(["Sat", "Sun"]);
  // November 1, 2026 is a Sunday.
  expect(sixWeeks("2026-11-01", "mon")[0]).toBe("2026-10-26");
  expect(sixWeeks("2026-11-01", "sat")[0]).toBe("2026-10-31");
  expect(sixWeeks("2026-11-01")[0]).toBe("2026-11-01");
});
