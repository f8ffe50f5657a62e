import type { Locale } from "../language/locale.ts";
import type { Task } from "../tasks/task.ts";
import { compareText } from "../tasks/task-groups.ts";

/** A list's group of tasks: a household's, or those of none. */
export interface Room {
  /** the household's, or `MINE` */
  readonly id: string;
  readonly name: string;
}

/** The room of the tasks of no household: one's own, and others' that they share. */
export const MINE = "mine";

export const roomOf = ({ household }: Pick<Task, "household">): string =>
  roomOfHousehold(household?.id);

/** The room of what belongs to a household, or to none. */
export const roomOfHousehold = (id: string | null | undefined): string => id ?? MINE;

/** The rooms in which there are tasks: one's own first, then the households by name. */
export function roomsOf(
  tasks: readonly Pick<Task, "household">[],
  locale: Locale,
): readonly Room[] {
  const names = new Map<string, string>();
  for (const { household } of tasks) {
    if (household) names.set(household.id, household.name);
  }
  const rooms = [...names]
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => compareText(a.name, b.name, locale));
  const hasOwn = tasks.some((task) => roomOf(task) === MINE);
  return hasOwn ? [{ id: MINE, name: locale.t("Mine // tasks") }, ...rooms] : rooms;
}
