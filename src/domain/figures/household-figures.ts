import { toDayNumber } from "../dates/calendar-date.ts";
import { isSettled, taskDays } from "../recurrence/task-schedule.ts";
import { effortMinutes } from "../tasks/effort.ts";
import type { Task } from "../tasks/task.ts";
import { compareText } from "../tasks/task-groups.ts";
import type { RecordFacts } from "./facts.ts";
import type { Turns } from "./figure-turns.ts";
import { type Mark, marksOf } from "./marks.ts";
import { endOf, type Period } from "./period.ts";
import { type Doer, SOMEBODY } from "./shares.ts";

/** A task, and how often something happened to it. */
export interface Counted {
  readonly task: Task;
  readonly count: number;
}

const MOST_NAMED = 5;

/** Those with the highest counts, at most five; equal ones by title. */
const topOf = (counted: readonly Counted[]): readonly Counted[] =>
  counted
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || compareText(a.task.title, b.task.title))
    .slice(0, MOST_NAMED);

/** The tasks that were done most. */
export const mostDone = (tasks: readonly Task[], facts: RecordFacts, period: Period) =>
  topOf(countOf(tasks, facts, period, ["done", "late"]));

/** The tasks with the most missed days. */
export const mostMissed = (tasks: readonly Task[], facts: RecordFacts, period: Period) =>
  topOf(countOf(tasks, facts, period, ["missed"]));

const countOf = (
  tasks: readonly Task[],
  facts: RecordFacts,
  period: Period,
  wanted: readonly Mark[],
) =>
  tasks.map((task) => ({
    task,
    count: [...marksOf(task, facts.tasks.get(task.id), period).values()].filter((mark) =>
      wanted.includes(mark),
    ).length,
  }));

/** How many occurrences of a period were put off, however often each was. */
export const putOffCount = ({ putOffs }: Task, { first, last }: Period): number =>
  putOffs.filter(({ dueDate }) => {
    const day = toDayNumber(dueDate);
    return day >= first && day <= last;
  }).length;

/** The tasks with the most occurrences of a period that were put off. */
export const mostPutOff = (tasks: readonly Task[], period: Period) =>
  topOf(tasks.map((task) => ({ task, count: putOffCount(task, period) })));

/** Occurrences of seven days. */
export interface Week {
  /** day number of its first day */
  readonly first: number;
  /** whose turn it is, or nobody's in particular */
  readonly loads: ReadonlyMap<Doer, Load>;
}

interface Load {
  readonly count: number;
  /** of those with an effort, roughly */
  readonly minutes: number;
}

const WEEKS = 4;

/** Counts the occurrences of the next four weeks by whose turn they are; overdue ones are in the first week. */
export function loadAhead(tasks: readonly Task[], today: number, turns: Turns): readonly Week[] {
  return Array.from({ length: WEEKS }, (_, index): Week => {
    const first = today + 7 * index;
    const loads = new Map<Doer, Load>();
    for (const task of tasks) {
      for (const day of openDays(task, first, first + 6, today)) {
        const who = turns.on(task, day) ?? SOMEBODY;
        const { count, minutes } = loads.get(who) ?? { count: 0, minutes: 0 };
        loads.set(who, {
          count: count + 1,
          minutes: minutes + (effortMinutes(task.effort) ?? 0),
        });
      }
    }
    return { first, loads };
  });
}

/** The days on which a task is due and neither done nor skipped. */
function openDays(task: Task, first: number, last: number, today: number): number[] {
  const { occurrences, openDay } = taskDays(task);
  const isOpen = (day: number) => !isSettled(task, day);
  const late = first === today && openDay !== null && openDay < today ? [openDay] : [];
  return [...late, ...occurrences.between(first, last).filter(isOpen)];
}

/** Some days in a row on which nothing was recorded though something was due. */
export interface Stretch {
  /** day numbers, both included */
  readonly first: number;
  readonly last: number;
  readonly missed: number;
}

/** So long it is worth a sentence. */
const LONG_STRETCH = 14;

/** So long a map is not red for it. */
const WEEK = 7;

/** The days of the stretches of a week and more on which Rota was not used. */
export function unusedDays(...of: [readonly Task[], RecordFacts, Period]): ReadonlySet<number> {
  const days = unusedStretches(...of, WEEK).flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
  return new Set(days);
}

/**
 * When Rota was not used: each stretch of at least so many days until yesterday in which nothing was done or skipped, and
 * something was missed.
 */
export function unusedStretches(
  tasks: readonly Task[],
  facts: RecordFacts,
  period: Period,
  least = LONG_STRETCH,
): readonly Stretch[] {
  const used = new Set<number>();
  const missed = new Map<number, number>();
  for (const task of tasks) {
    for (const [day, mark] of marksOf(task, facts.tasks.get(task.id), period)) {
      if (mark === "missed") missed.set(day, (missed.get(day) ?? 0) + 1);
      else if (mark !== "paused") used.add(day);
    }
  }
  const stretches: Stretch[] = [];
  const end = Math.min(endOf(period), period.today - 1);
  let stretch: Stretch | null = null;
  for (let day = period.first; day <= end; day++) {
    const count = missed.get(day) ?? 0;
    if (used.has(day)) stretch = null;
    // It begins with what was missed: before that, nothing was due.
    else if (stretch === null && count === 0) continue;
    else {
      const before: Stretch = stretch ?? { first: day, last: day, missed: 0 };
      if (stretch !== null) stretches.pop();
      stretch = { ...before, last: day, missed: before.missed + count };
      stretches.push(stretch);
    }
  }
  return stretches.filter(({ first, last }) => last - first + 1 >= least);
}
