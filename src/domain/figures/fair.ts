import { formatCount } from "../format-count.ts";
import type { Household, HouseholdPerson } from "../households/household.ts";
import type { Task } from "../tasks/task.ts";
import { hasTurns } from "../turns/has-turns.ts";
import type { RecordFacts } from "./facts.ts";
import type { Turns } from "./figure-turns.ts";
import type { Period } from "./period.ts";
import { NO_SHARE, type Share, SOMEBODY, sharesOf } from "./shares.ts";

/** How a household's work is shared; see docs/design/figures.md. */
export interface Fair {
  /** everybody who is there, in the household's order */
  readonly people: readonly { readonly person: HouseholdPerson; readonly share: Share }[];
  /** how often something was done by nobody in particular */
  readonly bySomebody: number;
  /** … by people who left, or who have a task by a share */
  readonly byOthers: number;
  /** of how many tasks nobody has said how long they take */
  readonly withoutEffort: number;
  /** of how many tasks the record is too long to be asked for */
  readonly leftOut: number;
  /** whether any task could be somebody's turn */
  readonly hasTurns: boolean;
}

/** @param tasks the household's */
export function fairOf(
  household: Household,
  tasks: readonly Task[],
  facts: RecordFacts,
  period: Period,
  turns: Turns,
): Fair {
  const counted = tasks.filter(({ id }) => !facts.leftOut.has(id));
  const shares = sharesOf(counted, facts, period, turns);
  const people = household.people.map((person) => ({
    person,
    share: shares.get(person.id) ?? NO_SHARE,
  }));
  const known = new Set([SOMEBODY, ...household.people.map(({ id }) => id)]);
  const others = [...shares].filter(([id]) => !known.has(id));
  return {
    people,
    bySomebody: shares.get(SOMEBODY)?.done ?? 0,
    byOthers: others.reduce((sum, [, { done }]) => sum + done, 0),
    withoutEffort: tasks.filter(({ effort }) => effort === null).length,
    leftOut: tasks.length - counted.length,
    hasTurns: tasks.some(hasTurns),
  };
}

/** Says what the shares leave out. */
export function leftOutText({ bySomebody, byOthers, withoutEffort, leftOut }: Fair): string {
  const parts = [
    "What was done together counts for each.",
    bySomebody > 0 &&
      `${formatCount(bySomebody)} ${bySomebody === 1 ? "has no name and isn’t" : "have no name and aren’t"} counted.`,
    byOthers > 0 &&
      `${formatCount(byOthers)} done by others, or by people who left, ${are(byOthers)} not shown.`,
    withoutEffort > 0 &&
      `${formatCount(withoutEffort)} ${withoutEffort === 1 ? "task has" : "tasks have"} no duration yet.`,
    leftOut > 0 && `${leftOut} with too long a record ${are(leftOut)} left out.`,
  ];
  return parts.filter(Boolean).join(" ");
}

const are = (count: number) => (count === 1 ? "is" : "are");
