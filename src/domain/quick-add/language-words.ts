import type { LineBlock } from "./line-block.ts";

/** The value of a text's first words, and their length in characters. */
export interface Found<T> {
  readonly said: T;
  readonly length: number;
  /** The words mean something else when more follows them: 'on the 1st floor'. */
  readonly isOnlyLast?: boolean;
}

/** What a pattern's names have matched. */
export type Groups = Readonly<Record<string, string | undefined>>;

export type PhraseName = keyof LineBlock["phrases"];

/** A language in which a line is read. Patterns are written as in its block: '{weekday}'. */
export interface LanguageWords {
  readonly block: LineBlock;
  /** In lower case, and with every letter as it is compared. */
  fold(text: string): string;
  /** What a pattern's names match in a text as a whole; null where the text is another. */
  groupsOf(pattern: string, text: string): Groups | null;
  /** Whether a pattern matches a text as a whole. */
  is(pattern: string, text: string): boolean;
  /** The words of a text that a pattern matches. */
  allIn(pattern: string, text: string): string[];
  /** The place of a word in one of the block's lists; -1 where it is none of it. */
  placeOf(list: keyof typeof LISTS, word: string): number;
  /** What the first words of a text say as a phrase; null when they are none, or say nothing that there is. */
  read<T>(phrase: PhraseName, text: string, said: (groups: Groups) => T | null): Found<T> | null;
}

const oneOf = (patterns: readonly string[]) =>
  patterns.length > 0 ? `(?:${patterns.join("|")})` : "(?!)";

/** One or several, with a comma, 'and', '&', '/' or '+' between them. */
const several = (item: string, times = "*") => `${item}(?:{between}${item})${times}`;

/** Two names side by side may be another thing's ('thu sun cream'). */
const SEVERAL_WEEKDAYS = [
  "{ranges}",
  "{weekday}(?: {weekday}){2,}",
  several("{weekday}", "+"),
  several("{shortWeekday}", "+"),
];

/** The patterns that a block's others are made of, by their names. */
function namesOf(block: LineBlock): Readonly<Record<string, string>> {
  const article = block.article === undefined ? "" : `(?:(?:${block.article}) )?`;
  const words = (list: LineBlock["units"]) => oneOf(list.map(([pattern]) => pattern));
  return {
    weekday: oneOf(block.weekdays),
    shortWeekday: oneOf(block.shortWeekdays ?? []),
    everyDay: oneOf([block.everyDay]),
    workdays: oneOf([block.workdays]),
    weekend: oneOf([block.weekend]),
    ranges: oneOf(block.ranges),
    between: `(?:,? (?:${block.and}) ${article}|, ?${article}|,? ?[&/+] ?)`,
    severalWeekdays: oneOf(SEVERAL_WEEKDAYS),
    days: "(?:{severalWeekdays}|{weekday})",
    month: oneOf(block.months),
    months: several("{month}"),
    day: `(?:${block.day})`,
    year: "\\d{4}",
    firstDay: oneOf([block.firstDay]),
    lastDay: oneOf([block.lastDay]),
    monthDay: oneOf([block.firstDay, block.lastDay, block.monthDay]),
    last: oneOf([block.last]),
    ordinal: oneOf([...block.ordinals, block.last]),
    ordinals: several("{ordinal}"),
    dayKind: "(?:{weekday}|{workdays}|{weekend})",
    nthWeekday: "{ordinals} {dayKind}",
    position: `(?:{nthWeekday}|${several("{monthDay}")})`,
    numericDate: `(?<first>\\d{1,2})(?<sign>[${block.dateSigns ?? "./"}])(?<second>\\d{1,2})(?:\\.|\\k<sign>(?<year>\\d{4}|\\d\\d))?`,
    count: oneOf(["\\d{1,3}", ...block.numbers]),
    unit: words(block.units),
    adverb: words(block.adverbs),
    afterDone: oneOf(block.phrases.afterDone),
  };
}

/** The lists in which a word has a place. */
const LISTS = {
  weekday: (block: LineBlock) => block.weekdays,
  shortWeekday: (block: LineBlock) => block.shortWeekdays ?? [],
  month: (block: LineBlock) => block.months,
  number: (block: LineBlock) => block.numbers,
  ordinal: (block: LineBlock) => block.ordinals,
  unit: (block: LineBlock) => block.units.map(([pattern]) => pattern),
  adverb: (block: LineBlock) => block.adverbs.map(([pattern]) => pattern),
};

/** Makes the patterns of a language's block, once: where it is loaded. */
export function languageWords(block: LineBlock): LanguageWords {
  const fold = foldingOf(block.letters ?? {});
  const names = namesOf(block);
  function patternNamed(name: string): string {
    const pattern = names[name];
    if (pattern === undefined)
      throw new Error(`The words of '${block.language}' have no '${name}'.`);
    return pattern;
  }
  function sourceOf(pattern: string): string {
    const named = pattern.replaceAll(/(?<!\(\?|\\k)<(\w+)>/g, "(?<$1>{$1})");
    return fold(
      named.replaceAll(/\{([a-z]\w+)\}/gi, (_, name: string) => sourceOf(patternNamed(name))),
    );
  }
  const phrases = new Map<string, readonly RegExp[]>(
    Object.entries(block.phrases).map(([name, patterns]) => [
      name,
      patterns.map((pattern) => new RegExp(`^(?:${sourceOf(pattern)})(?=[ ,]|$)`)),
    ]),
  );
  const kept = new Map<string, RegExp>();
  const patternOf = (pattern: string, flags = "") => {
    const made = kept.get(pattern) ?? new RegExp(sourceOf(pattern), flags);
    kept.set(pattern, made);
    return made;
  };
  const groupsOf = (pattern: string, text: string): Groups | null => {
    const match = patternOf(`^(?:${pattern})$`).exec(text);
    return match && (match.groups ?? {});
  };
  const is = (pattern: string, text: string) => groupsOf(pattern, text) !== null;

  return {
    block,
    fold: (text) => fold(text.toLowerCase()),
    groupsOf,
    is,
    allIn: (pattern, text) =>
      [...text.matchAll(patternOf(`\\b(?:${pattern})\\b`, "g"))].map(([word]) => word),
    placeOf: (list, word) => LISTS[list](block).findIndex((pattern) => is(pattern, word)),
    read(phrase, text, said) {
      for (const pattern of phrases.get(phrase) ?? []) {
        const match = pattern.exec(text);
        const value = match && said(match.groups ?? {});
        if (match && value !== null) return { said: value, length: match[0].length };
      }
      return null;
    },
  };
}

/** Writes letters as they are compared. */
function foldingOf(letters: Readonly<Record<string, string>>) {
  const written = Object.keys(letters);
  if (written.length === 0) return (text: string) => text;
  const pattern = new RegExp(written.join("|"), "g");
  return (text: string) =>
    text.normalize("NFC").replaceAll(pattern, (letter) => letters[letter] ?? letter);
}
