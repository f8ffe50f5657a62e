import type { CalendarDate } from "../dates/calendar-date.ts";
import { english } from "./english.ts";
import type { Found, PhraseName } from "./language-words.ts";
import type { Span } from "./line-block.ts";
import { readDate, type Writer } from "./read-date.ts";
import { type Rhythm, readRhythm } from "./read-rhythm.ts";
import { spanOf } from "./spans.ts";

/** The schedule that some words of a line give. */
export type Said =
  | { readonly kind: "repeat"; readonly rhythm: Rhythm }
  /** a task for one day; without the day, for the first there is */
  | { readonly kind: "repeat"; readonly rhythm: "once"; readonly date: CalendarDate | null }
  /** `isDay` says that it is a day alone unless a rhythm says otherwise */
  | { readonly kind: "start"; readonly date: CalendarDate; readonly isDay: boolean }
  /** `isDay` says that it is a day where nothing repeats */
  | { readonly kind: "end"; readonly date: CalendarDate; readonly isDay?: boolean }
  /** how long it goes on from its start */
  | { readonly kind: "end"; readonly date: null; readonly span: Span };

/** It may be a version: '14.12', without a dot after it; or a score: '3-2'. */
const MAY_BE_NUMBER = /^\d{1,2}[.-]\d{1,2}(?![.\d-])/;

/** What a day is for, by what stands before it, in the order in which they are tried. */
const LEADS: readonly (readonly [PhraseName, (date: CalendarDate) => Said])[] = [
  ["from", (date) => ({ kind: "start", date, isDay: false })],
  ["until", (date) => ({ kind: "end", date })],
  ["untilOrBy", (date) => ({ kind: "end", date, isDay: true })],
  ["once", (date) => ({ kind: "repeat", rhythm: "once", date })],
  ["on", (date) => ({ kind: "start", date, isDay: true })],
];

/** Reads the first words of a phrase; null if they give nothing. */
export function readPhrase(phrase: string, writer: Writer): Found<Said> | null {
  const { words = english } = writer;
  const rhythm = readRhythm(phrase, words);
  const repeat = rhythm && { ...rhythm, said: { kind: "repeat" as const, rhythm: rhythm.said } };
  if (repeat && !repeat.isOnlyLast) return repeat;

  for (const [lead, saidOf] of LEADS) {
    const before = words.read(lead, phrase, () => true);
    const date = before && readDate(phrase.slice(before.length + 1), writer, words);
    if (date) return { said: saidOf(date.said), length: before.length + 1 + date.length };
  }
  const during = words.read(
    "during",
    phrase,
    (groups): Said => ({
      kind: "end",
      date: null,
      span: spanOf(groups, words),
    }),
  );
  if (during) return during;
  const once = words.read(
    "once",
    phrase,
    (): Said => ({ kind: "repeat", rhythm: "once", date: null }),
  );
  if (once) return { ...once, isOnlyLast: true };
  if (repeat) return repeat;
  const isOther =
    words.read("cutWeekday", phrase, () => true) !== null || MAY_BE_NUMBER.test(phrase);
  const day = isOther ? null : readDate(phrase, writer, words);
  return day && { ...day, said: { kind: "start", date: day.said, isDay: true }, isOnlyLast: true };
}
