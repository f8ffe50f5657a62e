import type { LanguageWords } from "./language-words.ts";

/**
 * How many characters at a phrase's beginning sound like a rhythm and don't say on which days, which is asked
 * about; 0 for none.
 */
export function unknownRhythm(
  phrase: string,
  isLast: (length: number) => boolean,
  words: LanguageWords,
): number {
  const anywhere = words.read("unknown", phrase, () => true);
  if (anywhere) return anywhere.length;
  const { length = 0 } = words.read("unknownAtEnd", phrase, () => true) ?? {};
  return length > 0 && isLast(length) ? length : 0;
}

/** How often a title that says nothing of it is asked first: once, or weekly for what comes back in most homes. */
export const likelyRhythm = (title: string, { block, fold, allIn }: LanguageWords) =>
  allIn(block.chores, fold(title)).length > 0 ? ("weekly" as const) : ("once" as const);
