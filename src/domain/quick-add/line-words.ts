import type { LanguageWords } from "./language-words.ts";

/** A word of a line, with the punctuation that follows it. */
export interface Word {
  /** folded and without the punctuation, for comparison alone: its length may be another */
  readonly text: string;
  /** where it begins and ends in the line, in UTF-16 units; the end is that of its punctuation */
  readonly start: number;
  readonly end: number;
  /** what follows it */
  readonly mark: string;
}

/** No phrase that is understood is longer, in words, and none of its words, in characters. */
const MOST_WORDS = 80;
const LONGEST_WORD = 24;

const PUNCTUATION = new Set(",;:.!?");

export function wordsOf(line: string, { fold }: LanguageWords): Word[] {
  return [...line.matchAll(/\S+/g)].map(({ 0: whole, index }) => {
    let length = whole.length;
    while (length > 0 && PUNCTUATION.has(whole.charAt(length - 1))) length -= 1;
    const text = fold(whole.slice(0, length)).replaceAll("’", "'");
    return { text, start: index, end: index + whole.length, mark: whole.slice(length) };
  });
}

/** The words from one on as a phrase may run: one space between them, commas kept, not beyond a full stop. */
export function phraseFrom(words: readonly Word[], first: number, language: LanguageWords): string {
  const { dotted = "(?!)", exclaimed = "(?!)" } = language.block;
  const phrase: string[] = [];
  for (const { text, mark } of words.slice(first, first + MOST_WORDS)) {
    if (text === "" || text.length > LONGEST_WORD) break;
    // '14.12.' is a date.
    const isDate = mark.startsWith(".") && /^\d{1,2}\.\d{1,2}$/.test(text);
    const isDotted = isDate || (mark.startsWith(".") && language.is(dotted, text));
    const stop = isDotted ? mark.slice(1) : mark;
    const isKept = (stop === "," && !isDate) || (stop === "!" && language.is(exclaimed, text));
    phrase.push([text, isDate && ".", isKept && stop].filter(Boolean).join(""));
    if (stop !== "" && !isKept) break;
  }
  return phrase.join(" ");
}

/** How many words these first characters of a phrase are. */
export const wordsIn = (phrase: string, length: number) =>
  phrase.slice(0, length).split(" ").length;

/** Whether a word may follow a day and be no other thing's name: an emoji, a dash, a time. */
export const isAside = ({ text }: Word, { block, is }: LanguageWords) =>
  !/[\p{L}\p{N}]/u.test(text) || is(block.time, text);
