import { US_STYLE } from "../../src/domain/dates/date-style.ts";
import { localeOf } from "../../src/domain/language/locale.ts";
import pseudo from "../../src/languages/pseudo.ts";

/** Whoever reads the pseudo-language: what is written to them stands in brackets. */
export const pseudoReader = localeOf("en-XA", pseudo, US_STYLE);

const DATES =
  /\b(Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day\b|\b(January|February|March|April|May|June|July|August|September|October|November|December)\b/g;

/** The words of a text that stand outside of brackets, but for addresses, dates, 'Rota' and words that aren't Latin. */
export function wordsOutside(text: string): string[] {
  let depth = 0;
  let outside = "";
  for (const letter of text.replaceAll(/https?:\/\/\S+|\S+@\S+/g, "")) {
    if (letter === "[") depth += 1;
    else if (letter === "]") depth -= 1;
    else if (depth === 0) outside += letter;
  }
  return outside.replaceAll(DATES, "").match(/(?!Rota\b)\p{Script=Latin}{2,}/gu) ?? [];
}
