import { SHORT_WEEKDAY, WEEKDAY } from "../dates/date-words.ts";

/** Pieces of the patterns by which a line is read: lower-case words, one space or a comma between them. */

/** A time of day, where it is not one of two: 'morning and evening' says more than a day. */
export const DAYTIME = "(?:morning|afternoon|evening|night)s?(?! (?:and|&) )";

/** Matches whole words at the beginning of a text. */
export const wordsAtStart = (pattern: string) => new RegExp(`^(?:${pattern})(?=[ ,]|$)`);

const NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split(" ");

/** '3', 'three', 'a'; a group. */
export const COUNT = `(\\d{1,3}|${NUMBERS.join("|")}|an?)`;

/** The number that `COUNT` has matched. */
export function countOf(word: string): number {
  return Number.parseInt(word, 10) || NUMBERS.indexOf(word) + 1 || (word === "0" ? 0 : 1);
}

export const FULL_WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";

const BETWEEN = "(?:,? and (?:the )?|, ?|,? ?[&/+] ?)";

/** One or several, with a comma, 'and', '&', '/' or '+' between them. */
export const several = (item: string) => `(?:${item})(?:${BETWEEN}(?:${item}))*`;

/** 'mon and thu', 'mon-fri', 'mo-fr', 'mon wed fri': two names side by side may be another thing's ('thu sun cream'). */
export const SEVERAL_WEEKDAYS = `(?:${[
  `${WEEKDAY} ?(?:-|–|to|through) ?${WEEKDAY}`,
  `${WEEKDAY}(?: ${WEEKDAY}){2,}`,
  `${WEEKDAY}(?:${BETWEEN}${WEEKDAY})+`,
  `${SHORT_WEEKDAY} ?(?:-|–|to) ?${SHORT_WEEKDAY}`,
  `${SHORT_WEEKDAY}(?:${BETWEEN}${SHORT_WEEKDAY})+`,
].join("|")})`;
export const WEEKDAYS = `(?:${SEVERAL_WEEKDAYS}|${WEEKDAY})`;
