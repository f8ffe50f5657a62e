import { listed } from "../joined.ts";
import type { Locale } from "../language/locale.ts";
import { whoIs } from "../language/who.ts";
import type { Task } from "../tasks/task.ts";
import type { RecordFacts } from "./facts.ts";
import type { Turns } from "./figure-turns.ts";
import { marksOf } from "./marks.ts";
import { type Person, sumOf } from "./people.ts";
import type { Period } from "./period.ts";
import { doneBy, sharesOf } from "./shares.ts";

/** From how often on it is worth telling that somebody did one and the same. */
const OFTEN = 3;

/**
 * Sums up completions in a sentence: 'This week Bob, Carol and you did 8 things; Carol did Feed the cat
 * 4 of 7 times; Bob did 2 for others.'
 * @param year of which it tells; null for this week
 */
export function toldDeeds(
  year: number | null,
  { tasks, facts, period, people, turns }: ToldDeeds,
  locale: Locale,
): string {
  const { t } = locale;
  const done = doneBy(tasks, facts, period);
  const doers = people.filter((person) => sumOf(done, person) > 0);
  if (doers.length === 0) {
    return year === null
      ? t("This week nothing has been done yet.")
      : t("In {year} nothing has been done yet.", { year });
  }
  const count = tasks.reduce((sum, task) => sum + countsOf(task, facts, period).done, 0);
  const inOrder = [...doers.filter(({ isYou }) => !isYou), ...doers.filter(({ isYou }) => isYou)];
  const clauses = [sumText(year, inOrder, count, locale)];

  const often = oftenest(tasks, facts, period, people);
  if (often) {
    clauses.push(
      t(
        "{who, select, you {you did {task} {count, number} of {due, number} times} other {{name} did {task} {count, number} of {due, number} times}} // in a sentence",
        {
          ...called(often.person),
          task: often.task.title,
          count: often.count,
          due: countsOf(often.task, facts, period).due,
        },
      ),
    );
  }
  const shares = sharesOf(tasks, facts, period, turns);
  for (const person of inOrder) {
    const forOthers = person.ids.reduce((sum, id) => sum + (shares.get(id)?.forOthers ?? 0), 0);
    if (forOthers > 0) {
      clauses.push(
        t(
          "{who, select, you {you did {count, number} for others} other {{name} did {count, number} for others}} // things, in a sentence",
          { ...called(person), count: forOthers },
        ),
      );
    }
  }
  const sentence = clauses.reduce((before, after) =>
    t("{before}; {after} // parts of a sentence, each with a verb of its own", { before, after }),
  );
  return t("{sentence}. // with what ends it", { sentence });
}

const called = ({ isYou, name }: Person) => whoIs(isYou, name);

/** 'This week Bob, Carol and you did 8 things', without what ends a sentence. */
function sumText(
  year: number | null,
  doers: readonly Person[],
  count: number,
  locale: Locale,
): string {
  const { t } = locale;
  const isYours = doers.some(({ isYou }) => isYou);
  const several = isYours ? "withYou" : "several";
  const values = {
    who: doers.length > 1 ? several : isYours ? "you" : "other",
    names: listed(
      doers.map(({ isYou, name }) => (isYou ? t("you // subject: 'Bob and you did'") : name)),
      locale,
    ),
    things: t("{count, plural, one {# thing} other {# things}} // that were done", { count }),
  };
  return year === null
    ? t(
        "{who, select, you {This week you did {things}} withYou {This week {names} did {things}} several {This week {names} did {things}} other {This week {names} did {things}}} // with what follows it",
        values,
      )
    : t(
        "{who, select, you {In {year} you did {things}} withYou {In {year} {names} did {things}} several {In {year} {names} did {things}} other {In {year} {names} did {things}}} // with what follows it",
        { ...values, year },
      );
}

interface ToldDeeds {
  readonly tasks: readonly Task[];
  readonly facts: RecordFacts;
  readonly period: Period;
  readonly people: readonly Person[];
  readonly turns: Turns;
}

/** How often a task was done, and how often it was due or done. */
function countsOf(task: Task, facts: RecordFacts, period: Period) {
  const marks = [...marksOf(task, facts.tasks.get(task.id), period).values()];
  const done = marks.filter((mark) => mark === "done" || mark === "late").length;
  return { done, due: done + marks.filter((mark) => mark === "missed").length };
}

/** Finds who did one task most often; null for a single person, who knows. */
function oftenest(
  tasks: readonly Task[],
  facts: RecordFacts,
  period: Period,
  people: readonly Person[],
) {
  if (people.length < 2) return null;
  const all = tasks.flatMap((task) => {
    const done = doneBy([task], facts, period);
    return people.map((person) => ({ person, task, count: sumOf(done, person) }));
  });
  const [most] = all.sort((a, b) => b.count - a.count);
  return most && most.count >= OFTEN ? most : null;
}
