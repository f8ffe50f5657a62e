import { formatCount } from "../format-count.ts";
import { joined } from "../joined.ts";
import { isolated } from "../language/isolated.ts";
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
 */
export function toldDeeds(
  when: string,
  { tasks, facts, period, people, turns }: ToldDeeds,
): string {
  const done = doneBy(tasks, facts, period);
  const doers = people.filter((person) => sumOf(done, person) > 0);
  if (doers.length === 0) return `${when} nothing has been done yet.`;
  const things = tasks.reduce((sum, task) => sum + countsOf(task, facts, period).done, 0);
  const isYou = ({ name }: Person) => name === "You";
  const inOrder = [...doers.filter((one) => !isYou(one)), ...doers.filter(isYou)];
  const names = inOrder.map((one) => (isYou(one) ? "you" : isolated(one.name)));
  const what = things === 1 ? "1 thing" : `${formatCount(things)} things`;
  const parts = [`${when} ${joined(names)} did ${what}`];

  const often = oftenest(tasks, facts, period, people);
  if (often) {
    const { person, task, count } = often;
    const { due } = countsOf(task, facts, period);
    const name = isYou(person) ? "you" : isolated(person.name);
    parts.push(
      `${name} did ${isolated(task.title)} ${formatCount(count)} of ${formatCount(due)} times`,
    );
  }
  const shares = sharesOf(tasks, facts, period, turns);
  for (const person of inOrder) {
    const count = person.ids.reduce((sum, id) => sum + (shares.get(id)?.forOthers ?? 0), 0);
    const name = isYou(person) ? "you" : isolated(person.name);
    if (count > 0) parts.push(`${name} did ${formatCount(count)} for others`);
  }
  return `${parts.join("; ")}.`;
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
