import { INTERVAL_MAX } from "../recurrence/custom-rule.ts";
import { chosenDays } from "./day-words.ts";
import type { Found, LanguageWords, PhraseName } from "./language-words.ts";
import type { Span } from "./line-block.ts";
import { countOf, spanOf } from "./spans.ts";

/** How often something is due, as it is said. */
export interface Rhythm extends Span {
  /** the parts of RFC 5545 that choose the days: 'BYDAY=MO,TH'; none when the start does */
  readonly by?: string;
  /** it counts from the day on which it was last done */
  readonly isAfterDone?: boolean;
}

/** The rhythm with which a text begins; null where there is none. */
export function readRhythm(text: string, words: LanguageWords): Found<Rhythm> | null {
  const period = readPeriod(text, words);
  if (period === null) {
    const days = readDays("days", text, words);
    const atEnd = days ? null : readDays("daysAtEnd", text, words);
    return days ?? (atEnd && { ...atEnd, isOnlyLast: true });
  }
  const { said, length } = period;
  if (said.isAfterDone) return period;
  const rest = text.slice(length);
  const afterDone = words.read("afterDone", rest, () => ({ ...said, isAfterDone: true }));
  if (afterDone)
    return durationOf(said) ? { ...afterDone, length: length + afterDone.length } : period;
  const on = readDays("afterPeriod", rest, words, said);
  return on ? { said: { ...said, by: on.said.by }, length: length + on.length } : period;
}

/** ISO 8601, of what counts from the day on which it was done; null when that is too long. */
export function durationOf({ frequency, interval }: Span): string | null {
  const count = frequency === "yearly" ? 12 * interval : interval;
  const unit = { daily: "D", weekly: "W", monthly: "M", yearly: "M" }[frequency];
  return count <= INTERVAL_MAX ? `P${count}${unit}` : null;
}

const isPossible = ({ interval }: Span) => interval >= 1 && interval <= INTERVAL_MAX;

/** 'every 2 weeks', 'monthly', 'every other day', and '3 days' before 'after it was done'. */
function readPeriod(text: string, words: LanguageWords): Found<Rhythm> | null {
  return words.read("period", text, (groups) => {
    const span = spanOf(groups, words);
    const isAfterDone = groups.counted !== undefined;
    if (!isPossible(span) || (isAfterDone && durationOf(span) === null)) return null;
    return isAfterDone ? { ...span, isAfterDone } : span;
  });
}

/** 'every mon and thu', 'sundays', 'on the last day of the month', 'every 24 dec'; after a period, those that suit it. */
function readDays(
  phrase: PhraseName,
  text: string,
  words: LanguageWords,
  period?: Span,
): Found<Rhythm & Required<Pick<Rhythm, "by">>> | null {
  const found = words.read(phrase, text, (groups) => {
    const chosen = chosenDays(groups, words);
    const rhythm = chosen && { ...chosen, interval: countOf(groups, words) };
    const suits = rhythm && (!period || period.frequency === rhythm.frequency);
    return suits && isPossible(rhythm) ? rhythm : null;
  });
  // A weekday may name the time of day: 'every thursday evening'.
  const daytime =
    found?.said.frequency === "weekly"
      ? words.read("daytime", text.slice(found.length), () => true)
      : null;
  return found && { ...found, length: found.length + (daytime?.length ?? 0) };
}
