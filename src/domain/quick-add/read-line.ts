import type { Language } from "../language/languages.ts";
import { TITLE_MIN_LENGTH } from "../tasks/task-input.ts";
import { english } from "./english.ts";
import {
  findParts,
  type InLanguage,
  type LineContext,
  type Part,
  type PartKind,
  saidIn,
  type UnknownWords,
} from "./find-parts.ts";
import { type LineSchedule, scheduleOf } from "./schedule.ts";
import { likelyRhythm } from "./unknown-rhythm.ts";

/** Words of the line that were understood, and are not in the title. */
interface UnderstoodWords {
  readonly kind: PartKind;
  readonly words: string;
  /** where they stand in the line, in UTF-16 units, with the punctuation that goes with them */
  readonly start: number;
  readonly end: number;
}

/** The parts of a task that a line gives; null for the others. */
export interface ReadLine extends LineSchedule {
  /** the one whose words are understood */
  readonly language: Language;
  readonly title: string;
  readonly category: string | null;
  /** in their order in the line; with the title, all that the line has */
  readonly understood: readonly UnderstoodWords[];
  /** words of the title that sound like a rhythm and don't say one */
  readonly unknown: readonly string[];
  /** what "How often?" is answered by unless something else is chosen; null where that has to be said */
  readonly likely: "once" | "weekly" | null;
}

/**
 * Reads 'descale kettle monthly on the last sat @kitchen', in English unless the context has another language's words.
 * What is not understood is title; so is the whole line when nothing else is left for one. docs/design/one-line.md
 * has the grammar.
 */
export function readLine(line: string, context: LineContext): ReadLine {
  const inLanguage = { ...context, words: context.words ?? english };
  const { parts, unknown } = findParts(line, inLanguage);
  const isTitle = [...titleOf(line, parts)].length >= TITLE_MIN_LENGTH;
  return readOf(line, isTitle ? parts : [], { ...inLanguage, unknown, isWhole: !isTitle });
}

interface Reading extends InLanguage {
  readonly unknown: readonly UnknownWords[];
  /** that the whole line is title, though some of it was understood */
  readonly isWhole: boolean;
}

function readOf(line: string, parts: readonly Part[], context: Reading): ReadLine {
  const said = saidIn(parts);
  const unknown = context.unknown.map(({ words }) => words);
  const title = titleOf(line, parts);
  const category = parts.find((part) => part.said.kind === "category")?.said;
  const repeats = said.some(({ kind }) => kind === "repeat");
  return {
    language: context.words.block.language,
    title,
    category: category?.kind === "category" ? category.category : null,
    ...scheduleOf(said, { ...context, isOnceByDay: unknown.length === 0 }),
    unknown,
    // A start or an end implies a recurring task.
    likely:
      unknown.length > 0 || context.isWhole || said.length > 0
        ? null
        : likelyRhythm(title, context.words),
    understood: parts.map(({ said, ...place }) => ({
      // A day alone is a task for that day.
      kind:
        said.kind === "start" && said.isDay && !repeats && unknown.length === 0
          ? "repeat"
          : said.kind,
      ...place,
    })),
  };
}

/** The line without its parts, and one space wherever there is space. */
function titleOf(line: string, parts: readonly Part[]): string {
  const starts = [0, ...parts.map(({ end }) => end)];
  const ends = [...parts.map(({ start }) => start), line.length];
  const pieces = starts.map((start, index) => line.slice(start, ends[index]));
  return pieces.join(" ").trim().replaceAll(/\s+/g, " ");
}
