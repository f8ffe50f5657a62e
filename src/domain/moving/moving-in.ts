import type { CalendarDate } from "../dates/calendar-date.ts";
import { listed } from "../joined.ts";
import type { Locale } from "../language/locale.ts";
import type { ImportEntry } from "../portability/import-input.ts";
import type { Moving, MovingPerson, MovingTask } from "./moving-form.ts";

/** What an import into a household is begun with, and the tasks that its pieces have. */

/** Whom somebody in a file is here: the keeper who imports it, a person of the household, or a new one (null). */
export type Match = "me" | { readonly id: string } | null;

/** By the file's ids; who isn't in it is a new person. */
export type Matches = ReadonlyMap<string, Match>;

/**
 * The `household` of the function `begin_import`, a new one for null. `standInFor` writes the name under which deeds of
 * somebody with an account stand until they have answered: 'Bob (imported by Alice)'.
 */
export function householdOfImport(
  moving: Moving,
  householdId: string | null,
  matches: Matches,
  standInFor: (person: MovingPerson) => string,
) {
  const { id, source, name, timeZone, zones, language, people, absences, houseAbsences } = moving;
  return {
    householdId,
    source: id ?? `${source} ${name}`,
    ...{ name, timeZone, zones, absences, houseAbsences, language: language ?? null },
    people: people.map((person) => {
      const match = matches.get(person.id) ?? null;
      const is = match === null || match === "me" ? match : match.id;
      return { ...person, is, standIn: [...standInFor(person)].slice(0, 100).join("") };
    }),
  };
}

/** The tasks as an import of one's own takes them: without turns, and others are their names. */
export function ownEntriesOf(
  { people, tasks }: Moving,
  matches: Matches,
  locale: Locale,
): ImportEntry[] {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const person = (by: readonly string[]) => {
    if (by.some((id) => matches.get(id) === "me")) return { me: true } as const;
    return by.length === 0
      ? null
      : {
          name: listed(
            by.map((id) => names.get(id) ?? id),
            locale,
          ),
        };
  };
  const named = <Row extends { by: string[] }>(rows: readonly Row[]) =>
    rows.map(({ by, ...row }) => ({ ...row, by: person(by) }));
  return tasks.map(
    ({ roster: _, swaps: __, words: ____, fields: { turnLength: ___, ...fields }, ...task }) => ({
      ...{ ...task, fields, shareWith: [] },
      completions: named(task.completions),
      catchUps: named(task.catchUps),
      notes: named(task.notes),
    }),
  );
}

/** The tasks as an import into a household takes them. */
export const entriesOf = ({ tasks }: Moving): ImportEntry[] =>
  tasks.map(({ words: _, ...task }) => ({ ...task, shareWith: [] }));

/** Every day on which something of a task was done or skipped. */
export const deedDays = ({ completions, catchUps }: MovingTask): CalendarDate[] => [
  ...completions.flatMap(({ days }) => days.map(([day]) => day)),
  ...catchUps.flatMap(({ days }) => days.map(([first]) => first)),
];
