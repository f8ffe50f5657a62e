import { randomUUID } from "node:crypto";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import type { Moving, MovingPerson, MovingTask } from "../../src/domain/moving/moving-form.ts";
import { entriesOf, householdOfImport, type Match } from "../../src/domain/moving/moving-in.ts";
import { HOUSEHOLD_FILE, readRota } from "../../src/domain/moving/rota.ts";
import type { ImportResult } from "../../src/domain/portability/import-input.ts";
import { piecesOf, resultsOf } from "../../src/domain/portability/import-pieces.ts";
import { type Person, rpc, succeeded } from "./actors.ts";
import { finishImport, sendPiece } from "./portability.ts";

/** Households' own files, and imports of them. */

interface Page {
  readonly household?: object & { people: object[] };
  readonly people: readonly object[];
  readonly tasks: readonly object[];
  readonly next: string | null;
}

/** The file of a household, as the app makes it. */
export async function householdFile(keeper: Person, household_id: string): Promise<string> {
  let household: Page["household"];
  const tasks: object[] = [];
  const others = new Map<string, object>();
  for (let after: string | null = null; ; ) {
    const page: Page = succeeded<Page>(await rpc(keeper, "export_tasks", { after, household_id }));
    household ??= page.household;
    tasks.push(...page.tasks);
    for (const one of page.people) others.set(JSON.stringify(one), one);
    after = page.next;
    if (after === null) break;
  }
  const people = [...(household?.people ?? []), ...others.values()];
  return JSON.stringify({ ...HOUSEHOLD_FILE, source: "rota", ...household, people, tasks });
}

/** Of no consequence for Rota's own file. */
const TODAY = "2026-11-27";

export const readFile = (text: string): Promise<Moving> =>
  readRota({ name: "flat.json", bytes: new TextEncoder().encode(text) }, {}, US_ENGLISH, TODAY);

interface Options {
  readonly into?: string | null;
  /** by the names of the file's people */
  readonly matches?: Readonly<Record<string, Match>>;
  readonly isPreview?: boolean;
  readonly importId?: string;
}

export interface MovedIn {
  readonly household: string;
  readonly importId: string;
  readonly results: readonly ImportResult[];
}

/** Imports a file into a household, a new one by default, as the app does. */
export async function moveIn(
  keeper: Person,
  moving: Moving,
  { into = null, matches = {}, isPreview = false, importId = randomUUID() }: Options = {},
): Promise<MovedIn> {
  const byId = new Map(moving.people.map(({ id, name }) => [id, matches[name] ?? null]));
  const standInFor = ({ name }: MovingPerson) => `${name} (imported by Alice)`;
  const begun = await rpc(keeper, "begin_import", {
    import_id: importId,
    household: householdOfImport(moving, into, byId, standInFor),
  });
  const household = succeeded<string>(begun);
  const { pieces } = piecesOf(entriesOf(moving));
  const answers: ImportResult[][] = [];
  for (const [number, piece] of pieces.entries()) {
    const parts = piece.map(({ part }) => part);
    const answer = await sendPiece(keeper, importId, number, parts);
    answers.push(succeeded<{ results: ImportResult[] }>(answer).results);
  }
  if (!isPreview) succeeded(await finishImport(keeper, importId));
  return { household, importId, results: resultsOf(pieces, answers) };
}

/** What a file says, by names instead of ids, which differ from household to household. */
export function told(moving: Moving): object {
  const names = new Map(moving.people.map(({ id, name }) => [id, name]));
  const named = (value: unknown): unknown => {
    if (typeof value === "string") return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(named);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, named(one)]));
  };
  const task = ({ source: _, catchUps, ...rest }: MovingTask) => ({
    ...rest,
    catchUps: catchUps.map(({ id: __, ...catchUp }) => catchUp),
  });
  const person = ({ id, hasAccount: _, leftOn, ...rest }: MovingPerson) => ({
    ...rest,
    // Whoever is only named has no day on which they left, and becomes somebody who left.
    ...(id.startsWith("name ") || rest.hasLeft ? { role: undefined, face: undefined } : { leftOn }),
  });
  const { id: _, people, tasks, ...rest } = moving;
  return {
    ...(named(rest) as object),
    people: people.map(person).sort((a, b) => (a.name < b.name ? -1 : 1)),
    tasks: tasks
      .map((one) => named(task(one)) as { fields: { title: string } })
      .sort((a, b) => (a.fields.title < b.fields.title ? -1 : 1)),
  };
}
