import { INTERVAL_MAX } from "../recurrence/custom-rule.ts";
import type { Frequency } from "../recurrence/recurrence-rule.ts";
import { EVERY, ORDINAL, positionOf } from "./day-words.ts";
import { COUNT, countOf, DAYTIME, wordsAtStart } from "./patterns.ts";
import type { Found } from "./read-date.ts";
import { type Rhythm, readDays, readOn } from "./read-days.ts";

const UNIT = "(day|week|fortnight|month|quarter|year)s?";
const NTH_UNIT = `(other|${ORDINAL}|\\d{1,2}th)`;
const UNITS: Readonly<Record<string, readonly [Frequency, number]>> = {
  day: ["daily", 1],
  week: ["weekly", 1],
  fortnight: ["weekly", 2],
  month: ["monthly", 1],
  quarter: ["monthly", 3],
  year: ["yearly", 1],
};
const ADVERBS: Readonly<Record<string, string>> = {
  daily: "day",
  weekly: "week",
  fortnightly: "fortnight",
  monthly: "month",
  quarterly: "quarter",
  yearly: "year",
  annually: "year",
};

/** The rhythm with which a text begins; null where there is none. */
export function readRhythm(text: string): Found<Rhythm> | null {
  const period = readPeriod(text);
  if (period === null) return readDays(text);
  const { said, length } = period;
  if (said.isAfterDone) return period;
  const rest = text.slice(length);
  const afterDone = AFTER_DONE.exec(rest);
  if (afterDone) {
    const counted = { ...said, isAfterDone: true };
    return durationOf(counted) ? { said: counted, length: length + afterDone[0].length } : period;
  }
  const on = readOn(rest, said.frequency);
  return on ? { said: { ...said, by: on.said }, length: length + on.length } : period;
}

/** ISO 8601, of what counts from the day on which it was done; null when that is too long. */
export function durationOf({ frequency, interval }: Rhythm): string | null {
  const count = frequency === "yearly" ? 12 * interval : interval;
  const unit = { daily: "D", weekly: "W", monthly: "M", yearly: "M" }[frequency];
  return count <= INTERVAL_MAX ? `P${count}${unit}` : null;
}

const AFTER_DONE =
  /^ after (?:it(?:'s| is| was| has been) )?(?:last )?(?:done|completed|completion|finished)(?=[ ,]|$)/;
const EVERY_UNIT = wordsAtStart(
  `(?:once )?${EVERY} (?:${COUNT} |${NTH_UNIT} )?${UNIT}|(?:once )?(${Object.keys(ADVERBS).join("|")})|once (?:a|per) ${UNIT}`,
);
/** As Todoist writes it. */
const EVERY_AFTER_DONE = wordsAtStart(`every! (?:${COUNT} )?${UNIT}`);
const SPAN_AFTER_DONE = new RegExp(`^${COUNT} ${UNIT}(?=${AFTER_DONE.source.slice(1)})`);
// 'every morning and evening' keeps both in the title: one daily task says neither.
const EVERY_EVENING = wordsAtStart(
  `${EVERY} ${DAYTIME}|${EVERY}(?= (?:morning|afternoon|evening|night) (?:and|&) )`,
);

/** 'every 2 weeks', 'monthly', 'every other day', and '3 days' before 'after it was done'. */
function readPeriod(text: string): Found<Rhythm> | null {
  const every = EVERY_UNIT.exec(text);
  if (every) {
    const [whole, count = "1", nth, unit, adverb = "", onceA] = every;
    const times = nth === undefined ? countOf(count) : intervalOf(nth);
    return period(times, unit ?? onceA ?? ADVERBS[adverb], whole.length);
  }
  const evening = EVERY_EVENING.exec(text);
  if (evening) return period(1, "day", evening[0].length);
  const counted = SPAN_AFTER_DONE.exec(text);
  if (counted) return period(countOf(counted[1] ?? ""), counted[2], counted[0].length);
  const [whole = "", count = "1", unit] = EVERY_AFTER_DONE.exec(text) ?? [];
  const found = unit ? period(countOf(count), unit, whole.length) : null;
  return found && durationOf(found.said)
    ? { ...found, said: { ...found.said, isAfterDone: true } }
    : null;
}

function period(times: number, unit = "day", length = 0): Found<Rhythm> | null {
  const [frequency, one] = UNITS[unit] ?? ["daily", 1];
  const interval = times * one;
  const isPossible = interval >= 1 && interval <= INTERVAL_MAX;
  return isPossible ? { said: { frequency, interval }, length } : null;
}

/** 'other' and 'second' are every 2; the last of something is no interval. */
function intervalOf(nth: string): number {
  return nth === "other" ? 2 : Math.max(positionOf(nth), 0);
}
