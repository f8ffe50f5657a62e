import { listed } from "../joined.ts";
import type { Locale } from "../language/locale.ts";
import type { Task } from "../tasks/task.ts";
import { compareText } from "../tasks/task-groups.ts";
import type { Household } from "./household.ts";

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

const withOthers = (household: string, names: string, { t }: Locale) =>
  t("{household} (with {names}) // of households of one name", { household, names });

/** The rooms in which there are tasks: one's own first, then the households by name; of one name, with who else is in them. */
export function roomsOf(
  tasks: readonly Pick<Task, "household">[],
  locale: Locale,
): readonly Room[] {
  const households = new Map<string, Household>();
  for (const { household } of tasks) {
    if (household) households.set(household.id, household);
  }
  const rooms = [...households.values()]
    .map(({ id, name, me, people }, _, all) => {
      const others = people.filter((one) => one.id !== me).map((one) => one.name);
      const isAlone = others.length === 0 || all.filter((one) => one.name === name).length === 1;
      return { id, name: isAlone ? name : withOthers(name, listed(others, locale), locale) };
    })
    .sort((a, b) => compareText(a.name, b.name, locale));
  const hasOwn = tasks.some((task) => roomOf(task) === MINE);
  return hasOwn ? [{ id: MINE, name: locale.t("Mine // tasks") }, ...rooms] : rooms;
}
