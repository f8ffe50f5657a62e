import { type Message, msg } from "../language/messages.ts";
import { ONCE_RULE } from "../recurrence/custom-rule.ts";
import { type Repeat, ruleRepeat, simpleRepeat } from "../recurrence/repeat.ts";
import type { ReadLine } from "./read-line.ts";

/** Rhythms offered for a line that names none. */
export const RHYTHMS = ["once", "daily", "weekly", "monthly"] as const;
export type RhythmName = (typeof RHYTHMS)[number];

/** Categories offered before there are any. */
export const FIRST_CATEGORIES: readonly Message[] = [
  msg("Home // a category of tasks"),
  msg("Kitchen // a category of tasks"),
  msg("Bathroom // a category of tasks"),
  msg("Garden // a category of tasks"),
];

/** An open question of a line, with its chosen or marked answer; null if it must be chosen. */
export type Question =
  | { readonly field: "repeat"; readonly answer: RhythmName | null }
  | { readonly field: "category"; readonly answer: string | null };

interface Chosen {
  readonly rhythm: RhythmName | null;
  readonly category: string | null;
  /** the first of those that are offered while there are none; null where there are */
  readonly firstCategory: string | null;
  readonly guessCategory: (title: string) => string | null;
}

export function openQuestions(read: ReadLine, chosen: Chosen): Question[] {
  const { rhythm, category, firstCategory, guessCategory } = chosen;
  const isGuessed = read.category !== null || guessCategory(read.title) !== null;
  const howOften: Question = { field: "repeat", answer: rhythm ?? read.likely };
  const where: Question = { field: "category", answer: category ?? firstCategory };
  return [...(read.repeat === null ? [howOften] : []), ...(isGuessed ? [] : [where])];
}

/** Returns the fields that the answers fill in; null without an answer. */
export function answersOf(questions: readonly Question[]): {
  readonly repeat: Repeat | null;
  readonly category: string | null;
} {
  let [repeat, category]: [Repeat | null, string | null] = [null, null];
  for (const { field, answer } of questions) {
    if (field === "category") category = answer;
    else if (answer !== null)
      repeat = answer === "once" ? ruleRepeat(ONCE_RULE) : simpleRepeat(answer);
  }
  return { repeat, category };
}
