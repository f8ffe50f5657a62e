import { ONCE_RULE } from "../recurrence/custom-rule.ts";
import { type Repeat, ruleRepeat, simpleRepeat } from "../recurrence/repeat.ts";
import type { ReadLine } from "./read-line.ts";

/** What a line that says nothing of its rhythm may be. */
export const RHYTHMS = ["once", "daily", "weekly", "monthly"] as const;
export type RhythmName = (typeof RHYTHMS)[number];

/** What is proposed before there is any category. */
export const FIRST_CATEGORIES = ["Home", "Kitchen", "Bathroom", "Garden"];

/** What a line leaves open, with the answer that was chosen or is marked; null where it has to be said. */
export type Question =
  | { readonly field: "repeat"; readonly answer: RhythmName | null }
  | { readonly field: "category"; readonly answer: string | null };

interface Chosen {
  readonly rhythm: RhythmName | null;
  readonly category: string | null;
  /** those that there are */
  readonly categories: readonly string[];
  readonly guessCategory: (title: string) => string | null;
}

export function openQuestions(read: ReadLine, chosen: Chosen): Question[] {
  const { rhythm, category, categories, guessCategory } = chosen;
  const first = categories.length === 0 ? (FIRST_CATEGORIES[0] ?? null) : null;
  const isGuessed = read.category !== null || guessCategory(read.title) !== null;
  const howOften: Question = { field: "repeat", answer: rhythm ?? read.likely };
  const where: Question = { field: "category", answer: category ?? first };
  return [...(read.repeat === null ? [howOften] : []), ...(isGuessed ? [] : [where])];
}

/** What the answers fill in; null for what has none. */
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
