import { describe, expect, test } from "vitest";
import { occurrencesBetween } from "../../../tests/support/occurrences.ts";
import { WEEKDAYS } from "../../../tests/support/random-schedules.ts";
import { rfcOccurrences } from "../../../tests/support/rfc5545-oracle.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import { US_ENGLISH } from "../../domain/language/locale.ts";
import type { Frequency, WeekdayCode } from "../../domain/recurrence/recurrence-rule.ts";
import { ruleText } from "../../domain/recurrence/rule-text.ts";
import {
  buildRule,
  type CustomRule,
  DEFAULT_CUSTOM_RULE,
  readCustomRule,
} from "./custom-rule-text.ts";

/** Every rule of frequency, interval, weekdays and set position, one by one. */

const POSITIONS = [null, 1, 2, 3, 4, 5, 6, -1, -2, -3, -4, -5, -6];
const WEEKDAY_SETS: WeekdayCode[][] = Array.from({ length: 128 }, (_, bits) =>
  (WEEKDAYS as WeekdayCode[]).filter((_, weekday) => (bits >> weekday) & 1),
);

/** The choices that a frequency offers; positions come with weekdays only. */
function choicesOf(frequency: Frequency, intervals: readonly number[]): CustomRule[] {
  const sets = frequency === "daily" ? [[]] : WEEKDAY_SETS;
  return intervals.flatMap((interval) =>
    sets.flatMap((weekdays) => {
      const inPeriod = frequency === "monthly" || frequency === "yearly";
      const positions = inPeriod && weekdays.length > 0 ? POSITIONS : [null];
      return positions.map((setPosition) => ({
        ...DEFAULT_CUSTOM_RULE,
        frequency,
        interval,
        weekdays,
        setPosition,
      }));
    }),
  );
}

/** In the first tier, one of a period and one of several. */
const INTERVALS = process.env.ROTA_TIER === "first" ? [1, 12] : [1, 2, 3, 12, 999];

const FREQUENCIES: Frequency[] = ["daily", "weekly", "monthly", "yearly"];

// How people say it, put down here a second time so that a slip in one place shows.
const PERIODS: Record<Frequency, RegExp> = {
  daily: /^(?:Daily|Every (\d+) days)$/,
  weekly: /^(?:Weekly|Every (\d+) weeks)$/,
  monthly: /^(?:Monthly|Every (\d+) months)$/,
  yearly: /^(?:Yearly|Every (\d+) years)$/,
};
const DAYS: Record<string, string> = {
  Monday: "MO",
  Tuesday: "TU",
  Wednesday: "WE",
  Thursday: "TH",
  Friday: "FR",
  Saturday: "SA",
  Sunday: "SU",
  day: "MO,TU,WE,TH,FR,SA,SU",
  weekday: "MO,TU,WE,TH,FR",
  "weekend day": "SA,SU",
};
const PLACES: Record<string, number> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  "6th": 6,
  last: -1,
  "second to last": -2,
  "third to last": -3,
  "fourth to last": -4,
  "fifth to last": -5,
  "6th to last": -6,
};

/** Takes a sentence at its word. */
function understand(sentence: string): CustomRule {
  const [period = "", when] = sentence.split(" on ");
  const days = when?.replace(/ of the year$/, "");
  const frequency = FREQUENCIES.find((name) => PERIODS[name].test(period)) as Frequency;
  const interval = Number(PERIODS[frequency].exec(period)?.[1] ?? 1);
  if (days === undefined) return { ...DEFAULT_CUSTOM_RULE, frequency, interval };
  const [, place, which = ""] = /^(?:the (.+?) |every )?((?:weekend )?\w*day.*)$/.exec(days) ?? [];
  // A place among the days of a month needs no more words; one among those of a year says so.
  const isClear = (days !== when) === (frequency === "yearly" && place !== undefined);
  // One of several days is meant after a place, each of them otherwise.
  const names = which.split(place === undefined ? /, | and / : /, | or /);
  const codes = names.map((name) => DAYS[name]).join(",");
  return {
    ...DEFAULT_CUSTOM_RULE,
    frequency,
    interval,
    weekdays: codes.split(",") as WeekdayCode[],
    setPosition: place === undefined ? null : ((isClear ? PLACES[place] : null) ?? Number.NaN),
  };
}

describe.each(FREQUENCIES)("every %s rule that the dialog can build", (frequency) => {
  const all = choicesOf(frequency, INTERVALS);

  test("has a sentence that says exactly its choices", () => {
    for (const choices of all) {
      const sentence = ruleText(buildRule(choices), US_ENGLISH);
      expect(understand(sentence ?? "none")).toEqual(choices);
    }
  });

  test("parses back to the same choices", () => {
    for (const choices of all) {
      const rule = buildRule(choices);
      expect(readCustomRule(rule)).toEqual(choices);
    }
  });

  test("occurs when RFC 5545 says", () => {
    const days = { daily: 40, weekly: 60, monthly: 130, yearly: 600 }[frequency];
    for (const [index, choices] of choicesOf(frequency, [1]).entries()) {
      const interval = 1 + (index % 2);
      const startDate = addDays("2026-01-01", (index * 37) % 1461);
      const to = addDays(startDate, days * interval);
      const customRrule = buildRule({ ...choices, interval });
      const schedule = { startDate, repeatValue: "custom", customRrule };
      const rule = customRrule.replace("RRULE:", "");
      const expected = rfcOccurrences({ startDate, endDate: null, rule }, to);
      expect(occurrencesBetween(schedule, startDate, to), `${rule} from ${startDate}`).toEqual(
        expected,
      );
    }
  });
});

test("the rules enumerated are all there are", () => {
  expect(FREQUENCIES.map((frequency) => choicesOf(frequency, [1]).length)).toEqual([
    1,
    128,
    1 + 127 * 13,
    1 + 127 * 13,
  ]);
});
