import { fromDayNumber } from "../dates/calendar-date.ts";
import { effortMinutes } from "../tasks/effort.ts";
import type { Task } from "../tasks/task.ts";
import type { RecordFacts } from "./facts.ts";
import type { Turns } from "./figure-turns.ts";
import type { Period } from "./period.ts";

/** Shares of the work. A completion by several people counts for each of them. */

/** The id of a person or an account; "" is nobody in particular. */
export type Doer = string;
export const SOMEBODY: Doer = "";

export const named = (doers: readonly Doer[]): readonly Doer[] =>
  doers.length > 0 ? doers : [SOMEBODY];

/** One day of a task that was done, and who did it. */
interface DoneDay {
  readonly task: Task;
  readonly day: number;
  readonly doers: readonly Doer[];
}

/** The done days of a period. */
function doneDays(
  tasks: readonly Task[],
  facts: RecordFacts,
  { first, last }: Pick<Period, "first" | "last">,
): DoneDay[] {
  return tasks.flatMap((task) =>
    [...(facts.tasks.get(task.id)?.doers ?? [])]
      .filter(([day]) => day >= first && day <= last && task.completedDays.has(day))
      .map(([day, doers]) => ({ task, day, doers: named(doers) })),
  );
}

/** One person's share in a household's tasks. */
export interface Share {
  readonly done: number;
  /** the turns that were theirs */
  readonly turns: number;
  /** of what they did, what was somebody else's turn who didn't do it */
  readonly forOthers: number;
  /** what they did in tasks with an effort, in minutes, roughly */
  readonly minutes: number;
}

export const NO_SHARE: Share = { done: 0, turns: 0, forOthers: 0, minutes: 0 };

/** Everybody's share, by who it is; those who did nothing and had no turn are absent. */
export function sharesOf(
  tasks: readonly Task[],
  facts: RecordFacts,
  period: Period,
  turns: Turns,
): ReadonlyMap<Doer, Share> {
  const shares = new Map<Doer, Share>();
  const add = (who: Doer, part: Partial<Share>) => {
    const share = shares.get(who) ?? NO_SHARE;
    const { done = 0, turns: had = 0, forOthers = 0, minutes = 0 } = part;
    shares.set(who, {
      done: share.done + done,
      turns: share.turns + had,
      forOthers: share.forOthers + forOthers,
      minutes: share.minutes + minutes,
    });
  };
  for (const { task, day, doers } of doneDays(tasks, facts, period)) {
    const whose = turns.on(task, day);
    const isForOthers = whose !== null && !doers.includes(whose);
    const minutes = effortMinutes(task.effort) ?? 0;
    for (const who of doers) add(who, { done: 1, forOthers: isForOthers ? 1 : 0, minutes });
  }
  for (const task of tasks) {
    for (const [who, count] of turns.had(task, period)) add(who, { turns: count });
  }
  return shares;
}

/** How much each did in a period. */
export function doneBy(
  tasks: readonly Task[],
  facts: RecordFacts,
  period: Pick<Period, "first" | "last">,
): ReadonlyMap<Doer, number> {
  const sums = new Map<Doer, number>();
  for (const who of doneDays(tasks, facts, period).flatMap(({ doers }) => doers)) {
    sums.set(who, (sums.get(who) ?? 0) + 1);
  }
  return sums;
}

/** How much each did in every month of a period, by `yyyy-MM`; months without anything are absent. */
export function sharesByMonth(
  tasks: readonly Task[],
  facts: RecordFacts,
  period: Pick<Period, "first" | "last">,
): ReadonlyMap<string, ReadonlyMap<Doer, number>> {
  const months = new Map<string, Map<Doer, number>>();
  for (const { day, doers } of doneDays(tasks, facts, period)) {
    const month = fromDayNumber(day).slice(0, 7);
    const shares = months.get(month) ?? new Map<Doer, number>();
    months.set(month, shares);
    for (const who of doers) shares.set(who, (shares.get(who) ?? 0) + 1);
  }
  return months;
}
