import { formatMonth } from "../dates/format-date.ts";
import type { Locale } from "../language/locale.ts";
import { type ImportEntry, MAX_STORED_BYTES } from "../portability/import-input.ts";
import { type ImportPiece, piecesOf, storedBytes } from "../portability/import-pieces.ts";
import { FileProblem, type LeftOut } from "../portability/rota-file.ts";
import { figuresOf } from "./moving-figures.ts";
import type { Moving, MovingPerson } from "./moving-form.ts";
import { entriesOf, householdOfImport, type Matches, ownEntriesOf } from "./moving-in.ts";

/** What an import of a file sends, and what it says before it does. */

/** Where a file's tasks go: to a household by its id, a new one (null), or one's own. */
export type Target = { readonly id: string | null } | "own";

export interface MovingPlan {
  readonly entries: readonly ImportEntry[];
  readonly pieces: readonly ImportPiece[];
  /** what `begin_import` is told; absent for one's own tasks */
  readonly household?: ReturnType<typeof householdOfImport>;
  readonly leftOut: readonly LeftOut[];
}

interface PlanContext {
  /** the name of who imports it */
  readonly importer: string;
  readonly locale: Locale;
}

/** @throws FileProblem for more than an import takes */
export function planOf(
  moving: Moving,
  target: Target,
  matches: Matches,
  { importer, locale }: PlanContext,
): MovingPlan {
  const { t } = locale;
  const standInFor = ({ name }: MovingPerson) =>
    t("{name} (imported by {importer}) // instead of a name", { name, importer });
  const isOwn = target === "own";
  const all = isOwn ? ownEntriesOf(moving, matches, locale) : entriesOf(moving);
  if (storedBytes(all) > MAX_STORED_BYTES) {
    throw new FileProblem(
      t(
        "There is too much in this file: its tasks and deeds are more than the {most, number} MB that an import takes.",
        {
          most: MAX_STORED_BYTES / 1_000_000,
        },
      ),
    );
  }
  const { entries, pieces, tooLarge } = piecesOf(all);
  return {
    ...{ entries, pieces },
    ...(!isOwn && { household: householdOfImport(moving, target.id, matches, standInFor) }),
    leftOut: [
      ...moving.leftOut.map(({ what, row, title }) => ({
        title: title ?? "",
        why: row === undefined ? what : t("Row {row, number}: {what}", { row, what }),
      })),
      ...tooLarge.map((entry) => ({
        title: String(entry.fields.title ?? ""),
        why: t("It is too large // a task"),
      })),
    ],
  };
}

/** 'Kept: 1,204 of 1,219 deeds of 31 tasks by 4 people, since March 2022'. @param sources of the tasks that are kept */
export function keptText(moving: Moving, locale: Locale, sources?: ReadonlySet<string>): string {
  const { t } = locale;
  const kept = moving.tasks.filter(({ source }) => sources?.has(source) ?? true);
  const { deeds, allDeeds, people, since } = figuresOf(moving, kept);
  return since === null
    ? t("Kept: {count, plural, one {# task} other {# tasks}}, without deeds.", {
        count: kept.length,
      })
    : t(
        "Kept: {deeds, number} of {all, plural, one {# deed} other {# deeds}} of {count, plural, one {# task} other {# tasks}} by {people, plural, one {# person} other {# people}}, since {month}.",
        { deeds, all: allDeeds, count: kept.length, people, month: formatMonth(since, locale) },
      );
}

/** What belongs to a household and doesn't come with it. */
export function remarksOn({ source, people, displays }: Moving, { t }: Locale): string[] {
  if (source !== "rota") return [];
  return [
    t("Accounts, devices, links and the log of changes stay where they are. Invite people again."),
    ...(people.some(({ hasAccount }) => hasAccount) && displays.length > 0
      ? [t("Tablets are to be set up again: {names}.", { names: displays.join(", ") })]
      : []),
  ];
}

/** A household as far as a file's people can be matched with its own. */
export interface MatchedHousehold {
  /** the id of whoever imports it */
  readonly me?: string | null | undefined;
  readonly people: readonly { readonly id: string; readonly name: string }[];
}

/** Who somebody in a file is offered as: whoever has the same name. @param me the name of who imports it */
export function offeredMatch(
  { name, hasLeft }: MovingPerson,
  household: MatchedHousehold | undefined,
  me: string,
): "me" | { readonly id: string } | null {
  if (hasLeft) return null;
  const isSame = (other: string) => other.toLowerCase() === name.toLowerCase();
  const found = household?.people.find((person) => isSame(person.name));
  if (found) return found.id === household?.me ? "me" : { id: found.id };
  return !household && isSame(me) ? "me" : null;
}
