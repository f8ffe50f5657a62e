import type { CalendarDate } from "../dates/calendar-date.ts";
import { COUNT, wordsAtStart } from "./patterns.ts";
import { type Found, readDate, type Writer } from "./read-date.ts";
import type { Rhythm } from "./read-days.ts";
import { readRhythm } from "./read-rhythm.ts";

/** The schedule that some words of a line give. */
export type Said =
  | { readonly kind: "repeat"; readonly rhythm: Rhythm }
  /** a task for one day; without the day, for the first there is */
  | { readonly kind: "repeat"; readonly rhythm: "once"; readonly date: CalendarDate | null }
  /** `isDay` says that it is a day alone unless a rhythm says otherwise */
  | { readonly kind: "start"; readonly date: CalendarDate; readonly isDay: boolean }
  | { readonly kind: "end"; readonly date: CalendarDate }
  /** how long it goes on from its start: '3', 'week' */
  | { readonly kind: "end"; readonly date: null; readonly count: string; readonly unit: string };

const FROM = wordsAtStart("(?:from|starting|beginning|as of|since)(?: on| from)?");
const UNTIL = wordsAtStart("(?:until|till?|through|ending)(?: on)?");
const ONCE = wordsAtStart("(?:just |only )?once(?! in a while)(?: on)?");
const ON = wordsAtStart("(?:only |due )?(?:on|by)|due");
const DURING = wordsAtStart(`for ${COUNT} (day|week|fortnight|month|year)s?`);
/** Cut, they are other words. */
const CUT_WEEKDAY = /^(?:mon|wed|sat|sun)s?(?!\w)/;
/** It may be a version: '14.12', without a dot after it. */
const MAY_BE_NUMBER = /^\d{1,2}[.]\d{1,2}(?![.\d])/;

/** Reads the first words of a phrase; null if they give nothing. */
export function readPhrase(phrase: string, writer: Writer): Found<Said> | null {
  const rhythm = readRhythm(phrase);
  const repeat = rhythm && { ...rhythm, said: { kind: "repeat" as const, rhythm: rhythm.said } };
  if (repeat && !repeat.isOnlyLast) return repeat;

  const dateAfter = (lead: RegExp) => {
    const [words] = lead.exec(phrase) ?? [];
    const date = words === undefined ? null : readDate(phrase.slice(words.length + 1), writer);
    return words !== undefined && date
      ? { said: date.said, length: words.length + 1 + date.length }
      : null;
  };
  const from = dateAfter(FROM);
  if (from) return { ...from, said: { kind: "start", date: from.said, isDay: false } };
  const until = dateAfter(UNTIL);
  if (until) return { ...until, said: { kind: "end", date: until.said } };
  const once = dateAfter(ONCE);
  if (once) return { ...once, said: { kind: "repeat", rhythm: "once", date: once.said } };
  const on = dateAfter(ON);
  if (on) return { ...on, said: { kind: "start", date: on.said, isDay: true } };

  const [during, count = "", unit = ""] = DURING.exec(phrase) ?? [];
  if (during) return { length: during.length, said: { kind: "end", date: null, count, unit } };
  const [justOnce] = ONCE.exec(phrase) ?? [];
  if (justOnce) {
    return {
      length: justOnce.length,
      said: { kind: "repeat", rhythm: "once", date: null },
      isOnlyLast: true,
    };
  }
  if (repeat) return repeat;
  const isOther = CUT_WEEKDAY.test(phrase) || MAY_BE_NUMBER.test(phrase);
  const day = isOther ? null : readDate(phrase, writer);
  return day && { ...day, said: { kind: "start", date: day.said, isDay: true }, isOnlyLast: true };
}
