import type { Household, HouseholdPerson } from "../households/household.ts";
import type { Locale } from "../language/locale.ts";
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
export function leftOutText(fair: Fair, { t }: Locale): string {
  const { bySomebody, byOthers, withoutEffort, leftOut } = fair;
  const sentences = [
    t("What was done together counts for each."),
    bySomebody > 0 &&
      t(
        "{count, plural, one {# has no name and isn’t counted.} other {# have no name and aren’t counted.}} // how often something was done",
        { count: bySomebody },
      ),
    byOthers > 0 &&
      t(
        "{count, plural, one {# done by others, or by people who left, is not shown.} other {# done by others, or by people who left, are not shown.}}",
        { count: byOthers },
      ),
    withoutEffort > 0 &&
      t(
        "{count, plural, one {# task has no duration yet.} other {# tasks have no duration yet.}}",
        { count: withoutEffort },
      ),
    leftOut > 0 &&
      t(
        "{count, plural, one {# with too long a record is left out.} other {# with too long a record are left out.}} // tasks",
        { count: leftOut },
      ),
  ];
  return sentences.filter(Boolean).join(" ");
}
