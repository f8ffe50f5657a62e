import { OWN_FACE } from "../households/household.ts";
import type { Locale } from "../language/locale.ts";
import { SOMEONE_WHO_LEFT, type Task } from "../tasks/task.ts";
import { compareText } from "../tasks/task-groups.ts";
import { type Doer, SOMEBODY } from "./shares.ts";

/** Somebody who does things, whatever ids they have in the tasks of several rooms. */
export interface Person {
  /** of people and accounts */
  readonly ids: readonly Doer[];
  /** 'You' for the viewer, 'Somebody' for nobody in particular */
  readonly name: string;
  readonly isYou?: true;
  /** whose initials their face has; `name` unless given */
  readonly faceName?: string | undefined;
  /** the colour of their face, 0 to 9; none for somebody who has none */
  readonly face?: number | undefined;
}

/**
 * Everybody among whom tasks are: the people of their households in the order of those, the viewer among them or
 * first; then, by name, others who did something; then nobody in particular, if they did. Somebody of one name in
 * several households, or in a household and in a task that is shared by address, is one person here.
 */
export function peopleOf(
  tasks: readonly Task[],
  doers: ReadonlySet<Doer>,
  viewerId: string,
  locale: Locale,
): readonly Person[] {
  const { t } = locale;
  const households = new Map(
    tasks.flatMap(({ household }) => (household ? [[household.id, household]] : [])),
  );
  const mine = [viewerId, ...[...households.values()].map(({ me }) => me)];
  const [self] = [...households.values()].flatMap(({ me, people: them }) =>
    them.filter(({ id }) => id === me),
  );
  const you: Person = {
    ids: mine,
    name: t("You"),
    isYou: true,
    faceName: self?.name ?? nameIn(tasks, viewerId, locale),
    face: self?.face ?? OWN_FACE,
  };
  const people = [...households.values()].flatMap(({ people: them }) =>
    them.map(({ id, name, face }): Person => (mine.includes(id) ? you : { ids: [id], name, face })),
  );
  const known = new Set([...mine, ...people.flatMap(({ ids }) => ids), SOMEBODY]);
  const others = [...doers]
    .filter((id) => !known.has(id))
    .map((id): Person => ({ ids: [id], name: nameIn(tasks, id, locale) }))
    .sort((a, b) => compareText(a.name, b.name, locale));
  const somebody: Person[] = doers.has(SOMEBODY) ? [{ ids: [SOMEBODY], name: t("Somebody") }] : [];
  const all = people.includes(you) ? people : [you, ...people];
  const apart = [you, ...somebody];
  return byName([...new Set([...all, ...others, ...somebody])], (one) => apart.includes(one));
}

/** No household says which account a person has, and nobody wants to be there twice. */
function byName(people: readonly Person[], isApart: (person: Person) => boolean): Person[] {
  const known = new Map<string | Person, Person>();
  for (const person of people) {
    const key = isApart(person) ? person : person.name;
    known.set(key, {
      ...person,
      ...known.get(key),
      ids: [...(known.get(key)?.ids ?? []), ...person.ids],
    });
  }
  return [...known.values()];
}

const nameIn = (tasks: readonly Task[], id: string, { t }: Locale): string =>
  tasks.find(({ people }) => people[id] !== undefined)?.people[id] ?? t(SOMEONE_WHO_LEFT);

/** Sums a map's values under any of the person's ids. */
export const sumOf = (counts: ReadonlyMap<Doer, number> | undefined, { ids }: Person): number =>
  ids.reduce((sum, id) => sum + (counts?.get(id) ?? 0), 0);
