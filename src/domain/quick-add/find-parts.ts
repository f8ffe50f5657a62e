import type { CalendarDate } from "../dates/calendar-date.ts";
import type { LanguageWords } from "./language-words.ts";
import { isAside, phraseFrom, type Word, wordsIn, wordsOf } from "./line-words.ts";
import { readCategory } from "./read-category.ts";
import type { Writer } from "./read-date.ts";
import { readPhrase, type Said } from "./read-phrase.ts";
import { scheduleOf } from "./schedule.ts";
import { unknownRhythm } from "./unknown-rhythm.ts";

export type PartKind = Said["kind"] | "category";

/** A part of a line that is understood, and its position. */
export interface Part {
  readonly said: Said | { readonly kind: "category"; readonly category: string };
  /** the words alone */
  readonly words: string;
  /** in UTF-16 units of the line, with the punctuation that only belongs to the words */
  readonly start: number;
  readonly end: number;
}

export interface LineContext extends Writer {
  /** those that there are */
  readonly categories: readonly string[];
  /** Whether words that would be understood shall be title. */
  readonly isTitle?: (words: string, kind: PartKind) => boolean;
  /** a start that the line can't move */
  readonly startDate?: CalendarDate | undefined;
}

/** With the language in which the line is read. */
export interface InLanguage extends LineContext {
  readonly words: LanguageWords;
}

/** Words that sound like a rhythm and aren't understood: they are title. */
export type UnknownWords = Pick<Part, "words" | "start" | "end">;

interface Candidate extends Part {
  readonly first: number;
  readonly next: number;
  readonly isOnlyLast: boolean;
}

/** The parts of a line that are not title, in their order: at most one of each kind; and what sounds like one. */
export function findParts(line: string, context: InLanguage) {
  const words = wordsOf(line, context.words);
  const { isTitle = () => false } = context;
  const { found, unknown } = candidatesIn(line, words, context);
  const candidates = found.filter(({ words, said }) => !isTitle(words, said.kind));
  const first = firstOfEach(lastWhereNeeded(candidates, words, context.words));
  const parts = withoutVain(first, context);
  const isAlone = !parts.some(({ said }) => said.kind === "repeat" || said.kind === "start");
  const mayBeDay = isAlone && unknown.length === 0 && context.startDate === undefined;
  return { parts: mayBeDay ? parts.map(asDay) : parts, unknown };
}

/** An end is a day where it may be one and nothing repeats. */
function asDay(part: Part): Part {
  const { said } = part;
  if (said.kind !== "end" || said.date === null || !said.isDay) return part;
  return { ...part, said: { kind: "start", date: said.date, isDay: true } };
}

/** Everything that may be more than title, and what sounds like it; nothing overlaps. */
function candidatesIn(line: string, words: readonly Word[], context: InLanguage) {
  const language = context.words;
  const found: Candidate[] = [];
  const unknown: UnknownWords[] = [];
  let first = 0;
  while (first < words.length) {
    const category = readCategory(line, words, first, context.categories);
    const phrase = category ? "" : phraseFrom(words, first, language);
    const read = category ? null : readPhrase(phrase, context);
    const count = category?.length ?? (read ? wordsIn(phrase, read.length) : 1);
    const next = first + count;
    const said = category ? { kind: "category" as const, category: category.said } : read?.said;
    if (said) {
      const place = placeOf(line, words.slice(first, next), found.at(-1)?.end ?? 0);
      found.push({ said, ...place, first, next, isOnlyLast: read?.isOnlyLast === true });
    }
    const place = first;
    const isLast = (length: number) =>
      place > 0 &&
      words.slice(place + wordsIn(phrase, length)).every((word) => isAside(word, language));
    const length = said ? 0 : unknownRhythm(phrase, isLast, language);
    const after = length > 0 ? first + wordsIn(phrase, length) : next;
    if (length > 0) unknown.push(placeOf(line, words.slice(first, after), 0));
    first = after;
  }
  return { found, unknown };
}

const SEPARATOR_BEFORE = /(?:[,;:]|\s[-–—])\s*$/;

/** Returns the words' range, with the comma or dash that only separated them from the text before. */
function placeOf(line: string, words: readonly Word[], after: number) {
  const [from, to] = [words[0], words.at(-1)];
  if (!from || !to) return { words: "", start: after, end: after };
  const before = line.slice(Math.max(after, from.start - 8), from.start);
  const [separator = ""] = SEPARATOR_BEFORE.exec(before) ?? [];
  const end = to.end - to.mark.length;
  return { words: line.slice(from.start, end), start: from.start - separator.length, end: to.end };
}

/** Without those that count at the line's end alone and stand before words of the title. */
function lastWhereNeeded(
  candidates: readonly Candidate[],
  words: readonly Word[],
  language: LanguageWords,
): Candidate[] {
  const kept: Candidate[] = [];
  let isLast = true;
  let next = words.length;
  for (const candidate of candidates.toReversed()) {
    isLast &&= words.slice(candidate.next, next).every((word) => isAside(word, language));
    const isOfThePast = language.is(language.block.past, words[candidate.first - 1]?.text ?? "");
    if (candidate.isOnlyLast && (!isLast || isOfThePast)) continue;
    kept.unshift(candidate);
    next = candidate.first;
  }
  return kept;
}

/** The first of contradicting parts counts ('every day every thu'). */
function firstOfEach(parts: readonly Candidate[]): Candidate[] {
  const taken = new Set<string>();
  return parts.filter(({ said }) => {
    const hasOwnStart = said.kind === "repeat" && said.rhythm === "once" && said.date !== null;
    const kinds = hasOwnStart ? ["repeat", "start"] : [said.kind];
    if (kinds.some((kind) => taken.has(kind))) return false;
    for (const kind of kinds) taken.add(kind);
    return true;
  });
}

/** Without an end that comes before the start, and without 'for 3 weeks' of what doesn't repeat. */
function withoutVain(parts: readonly Part[], context: LineContext): Part[] {
  const { repeat, startDate, endDate } = scheduleOf(saidIn(parts), context);
  const end = parts.find(({ said }) => said.kind === "end")?.said;
  const isVain =
    endDate !== null &&
    (endDate < (startDate ?? context.today) ||
      (!repeat && end?.kind === "end" && end.date === null));
  return isVain ? parts.filter(({ said }) => said.kind !== "end") : [...parts];
}

export const saidIn = (parts: readonly Part[]): Said[] =>
  parts.flatMap(({ said }) => (said.kind === "category" ? [] : [said]));
