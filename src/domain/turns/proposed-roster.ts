import type { Household } from "../households/household.ts";
import type { Task } from "../tasks/task.ts";

/**
 * The people of a household in the order in which a new roster has them: theirs, from whoever comes first in the
 * fewest rosters of its other tasks, so that different people begin. Helpers only where there is no other pair.
 * @param except the id of the task that gets the roster
 */
export function proposedRoster(
  household: Pick<Household, "id" | "people">,
  tasks: readonly Pick<Task, "id" | "householdId" | "roster">[],
  except?: string,
): string[] {
  const others = tasks.filter(
    ({ id, householdId }) => householdId === household.id && id !== except,
  );
  const members = household.people.filter(({ role }) => role !== "helper");
  const ids = (members.length > 1 ? members : household.people).map(({ id }) => id);
  const firsts = ids.map((id) => others.filter(({ roster }) => roster[0] === id).length);
  const start = firsts.indexOf(Math.min(...firsts));
  return [...ids.slice(start), ...ids.slice(0, start)];
}
