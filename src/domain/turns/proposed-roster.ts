import type { HouseholdPerson } from "../households/household.ts";
import type { Task } from "../tasks/task.ts";

/**
 * The people of a household in the order in which a new roster has them: theirs, from whoever comes first in the
 * fewest rosters of its other tasks, so that different people begin.
 */
export function proposedRoster(
  people: readonly HouseholdPerson[],
  others: readonly Pick<Task, "roster">[],
): string[] {
  const ids = people.map(({ id }) => id);
  const firsts = ids.map((id) => others.filter(({ roster }) => roster[0] === id).length);
  const start = firsts.indexOf(Math.min(...firsts));
  return [...ids.slice(start), ...ids.slice(0, start)];
}
