import { COUNT, DAYTIME, wordsAtStart } from "./patterns.ts";

/** Words that sound like a rhythm and don't say on which days: they are asked about. */

const UNIT = "(?:day|week|fortnight|weekend|month|quarter|season|year)s?";
const TIMES = `(?:twice|thrice|${COUNT} ?x|${COUNT} times?)`;
const SEASON = "(?:spring|summer|autumn|fall|winter)s?";
const HALF = "(?:bi|semi|tri|half)-?";

const UNKNOWN = wordsAtStart(
  [
    // '3x a week', 'twice weekly', '2 times per month', '3x/week'
    `${TIMES} ?(?:(?:a|an|per|each|every|/|in a) ?)?(?:${UNIT}|weekly|monthly|yearly|annually)`,
    `(?:once )?(?:every|each) (?:\\S+ ){0,3}?(?:${UNIT}|hours?|now and then|so often)`,
    "(?:once )?every(?: other| \\d+)? (?!thing|one|body|where)\\S+",
    "everyday|(?:every|each)$",
    `${COUNT} ?(?:-|–|to|or) ?${COUNT} ${UNIT}`,
    `${HALF}(?:daily|weekly|monthly|yearly|annually|annual)|biannually|bimonthly|hourly|nightly|seasonally|regularly`,
    `(?:alternate|alternating) \\S+`,
    `(?:in|during|before) (?:the )?${SEASON}`,
    "once in a while|from time to time|now and then",
  ].join("|"),
);

/** Alone at a line's end: 'clean the hall mornings', 'laundry sat'. */
const LAST = wordsAtStart(`${DAYTIME}(?<=s)|mon|wed|sat|sun|mo|tu|th|fr`);

/** How many characters at a phrase's beginning sound like a rhythm; 0 for none. */
export function unknownRhythm(phrase: string, isLast: (length: number) => boolean): number {
  const [words = ""] = UNKNOWN.exec(phrase) ?? [];
  if (words !== "") return words.length;
  const [last = ""] = LAST.exec(phrase) ?? [];
  return last !== "" && isLast(last.length) ? last.length : 0;
}

const CHORE =
  /\b(?:clean|vacuum|hoover|mop|sweep|dust|scrub|wipe|tidy|launder|laundry|wash|iron|bins?|trash|garbage|rubbish|recycling|compost|sheets|bedding|towels|mow|weed|water|feed)(?:ing)?\b/i;

/** How often a title that says nothing of it is asked first: once, or weekly for what comes back in most homes. */
export const likelyRhythm = (title: string): "once" | "weekly" =>
  CHORE.test(title) ? "weekly" : "once";
