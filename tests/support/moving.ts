import { randomUUID } from "node:crypto";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import type { Moving, MovingPerson, MovingTask } from "../../src/domain/moving/moving-form.ts";
import { entriesOf, householdOfImport, type Match } from "../../src/domain/moving/moving-in.ts";
import { HOUSEHOLD_FILE, readRota } from "../../src/domain/moving/rota.ts";
import type { ImportResult } from "../../src/domain/portability/import-input.ts";
import { piecesOf, resultsOf } from "../../src/domain/portability/import-pieces.ts";
import { type Answer, type Person, rpc, succeeded } from "./actors.ts";
import { listTasks } from "./actors-tasks.ts";
import { householdOf } from "./households.ts";
import { finishImport, sendPiece } from "./portability.ts";
import { sql } from "./sql.ts";

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
  /** by the ids or names of the file's people */
  readonly matches?: Readonly<Record<string, Match>>;
  readonly isPreview?: boolean;
  readonly importId?: string;
  /** every answer is lost once, and the call made again */
  readonly isCut?: boolean;
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
  { into = null, matches = {}, isPreview, isCut, importId = randomUUID() }: Options = {},
): Promise<MovedIn> {
  const send = async (call: () => Promise<Answer>) => {
    if (isCut) await call();
    return call();
  };
  const byId = new Map(
    moving.people.map(({ id, name }) => [id, matches[id] ?? matches[name] ?? null]),
  );
  const standInFor = ({ name }: MovingPerson) => `${name} (imported by Alice)`;
  const house = householdOfImport(moving, into, byId, standInFor);
  const begin = { import_id: importId, household: house };
  const household = succeeded<string>(await send(() => rpc(keeper, "begin_import", begin)));
  const { pieces } = piecesOf(entriesOf(moving));
  const answers: ImportResult[][] = [];
  for (const [number, piece] of pieces.entries()) {
    const parts = piece.map(({ part }) => part);
    const answer = await send(() => sendPiece(keeper, importId, number, parts));
    answers.push(succeeded<{ results: ImportResult[] }>(answer).results);
  }
  if (!isPreview) succeeded(await send(() => finishImport(keeper, importId)));
  return { household, importId, results: resultsOf(pieces, answers) };
}

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

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
  const { id: _, people, tasks, absences, houseAbsences, ...rest } = moving;
  return {
    ...(named(rest) as object),
    absences: absences.map(named).sort(byText),
    houseAbsences: houseAbsences.map(named).sort(byText),
    people: people.map(person).sort(byText),
    tasks: tasks.map((one) => named(task(one))).sort(byText),
  };
}

/**
 * All that the list tells of a household and its tasks, by names, without whose account it was.
 * @param accounts what accounts are called in the household, by their ids
 * @param others who was only named, and is somebody who left in what is made of it
 */
export async function shownTo(
  person: Person,
  id: string,
  accounts: Readonly<Record<string, string>> = {},
  others: readonly string[] = [],
): Promise<object> {
  const household = await householdOf(person, id);
  const names = new Map(Object.entries({ ...accounts, ...household.former }));
  for (const one of household.people) names.set(one.id, one.name);
  const tasks = (await listTasks(person)).filter(({ householdId }) => householdId === id);
  for (const { people = {} } of tasks) {
    for (const [who, name] of Object.entries(people)) if (!names.has(who)) names.set(who, name);
  }
  const figures = await Promise.all(
    tasks.map(async ({ id: task_id }) => {
      const counts = succeeded<Record<string, number>>(
        await rpc(person, "count_done", { task_id }),
      );
      const sums: Record<string, number> = {};
      for (const [who, count] of Object.entries(counts)) {
        const name = names.get(who) ?? who;
        sums[name] = (sums[name] ?? 0) + count;
      }
      return sums;
    }),
  );
  const left = new Set([
    ...["id", "ownerId", "householdId", "revision", "createdAt", "updatedAt", "completedBy"],
    // Who did what is in the file. A deed from before the household names an account here, and a person there.
    ...[
      "people",
      "me",
      "enteredBy",
      "by",
      "claims",
      "imports",
      "isJoined",
      "isShared",
      "takingPart",
    ],
  ]);
  const named = (value: unknown): unknown => {
    if (typeof value === "string") return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(named);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => (left.has(key) ? [] : [[key, named(one)]])),
    );
  };
  const { former, absences = [], houseAbsences = [], ...shown } = household;
  return {
    household: named(shown),
    absences: absences
      .filter(({ person: away }) => !others.includes(names.get(away) ?? ""))
      .map(named)
      .sort(byText),
    houseAbsences: houseAbsences.map(named).sort(byText),
    former: Object.values(former ?? {})
      .filter((name) => !others.includes(name))
      .sort(),
    people: household.people.map(({ name, face, role }) => ({ name, face, role })),
    tasks: tasks.map((task, index) => ({ task: named(task), done: figures[index] })).sort(byText),
  };
}

/** The rows of a household's record but for whose they are, which its file tells. */
export const recordRows = (household: string) =>
  sql<{ row: string }>(
    `select concat_ws(' | ', tasks.title, record.row) as row
     from public.tasks, lateral (
       select concat_ws(' ', 'done', completed_date, private.iso(completed_at), status, done_on, done_at, due_on, time_zone, via)
       from public.task_completions rows where rows.task_id = tasks.id
       union all
       select concat_ws(' ', 'caught up', days, status, private.iso(recorded_at), time_zone)
       from public.task_catch_ups rows where rows.task_id = tasks.id and not isempty(days)
       union all
       select concat_ws(' ', 'put off', due_date, new_date, to_former_schedule)
       from public.task_put_offs rows where rows.task_id = tasks.id
       union all
       select concat_ws(' ', 'note', day, note, private.iso(written_at))
       from public.task_day_notes rows where rows.task_id = tasks.id
       union all
       select concat_ws(' ', 'check', day, line)
       from public.task_checks rows where rows.task_id = tasks.id and is_checked
       union all
       select concat_ws(' ', 'until', valid_until, schedule - 'roster')
       from public.task_schedules rows where rows.task_id = tasks.id
     ) as record (row)
     where tasks.household_id = $1 and tasks.is_active
     order by 1`,
    [household],
  );
