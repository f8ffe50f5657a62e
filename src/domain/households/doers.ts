import { nameIn, sharedHousehold, type Task } from "../tasks/task.ts";
import type { Household } from "./household.ts";

/** Somebody who may have done something. */
export interface Doer {
  readonly id: string;
  readonly name: string;
  /** the colour of the face, 0 to 9; absent for who has none */
  readonly face?: number;
  /** whether it is the viewer, who is called 'You' */
  readonly isMe?: boolean;
}

/**
 * Those who may have done something of a task, the viewer first: its household's people, or who takes part in a
 * task of one's own. None where nobody else may have.
 */
export function possibleDoers(task: Task, viewerId: string): readonly Doer[] {
  const household = sharedHousehold(task);
  if (household) {
    const { me, people } = household;
    const doers = people.map(({ id, name, face }) => ({ id, name, face, isMe: id === me }));
    return [...doers.filter(({ isMe }) => isMe), ...doers.filter(({ isMe }) => !isMe)];
  }
  // The database refuses former members.
  const others = task.takingPart.filter((id) => id !== viewerId);
  if (!task.isShared || task.ownerId !== viewerId || others.length === 0) return [];
  return [viewerId, ...others].map((id) => ({
    id,
    name: nameIn(task, id) ?? "",
    isMe: id === viewerId,
  }));
}

/** The chosen people who are present, with their names. */
export const namedPeople = ({ people }: Household, chosen: readonly string[]) =>
  people.filter(({ id }) => chosen.includes(id)).map(({ id, name }) => ({ id, name }));

/** The chosen people as a completion has them; undefined where it is the viewer alone, as with any tick. */
export function doersOf(household: Household, chosen: readonly string[]) {
  if (chosen.length === 1 && chosen[0] === household.me) return undefined;
  return namedPeople(household, chosen);
}
