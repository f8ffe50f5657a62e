import * as v from "valibot";
import type { Locale } from "../language/locale.ts";
import { FileProblem } from "../portability/rota-file.ts";
import { grouped } from "./grouped.ts";
import { column, isSqlite, readDatabase, type Tables } from "./sqlite.ts";

/** What a file of Donetick has, whether it is the database or answers of the API: docs/design/portability.md. */

const { text, number, flag } = column;

const names = v.fallback(v.nullish(v.array(v.string()), []), []);
const numbers = v.fallback(v.nullish(v.array(v.number()), []), []);
const metaSchema = v.object({
  ...{ days: names, months: names, occurrences: numbers, weekNumbers: numbers },
  ...{ unit: text, weekPattern: text },
});
export type Meta = v.InferOutput<typeof metaSchema>;

/** Either from a column of JSON, or from the API's answer; a chore without any has none. */
const metaOf = (value: unknown): Meta => {
  const given = typeof value === "string" ? parsed(value) : value;
  return v.parse(metaSchema, given !== null && typeof given === "object" ? given : {});
};

export interface DonetickChore {
  readonly id: number;
  readonly circle: number | null;
  readonly name: string;
  readonly kind: string;
  readonly frequency: number;
  readonly meta: Meta;
  readonly next: string | null;
  readonly isRolling: boolean;
  readonly isActive: boolean;
  readonly assignedTo: number | null;
  readonly assignees: readonly number[];
  readonly strategy: string | null;
  readonly description: string | null;
  readonly labels: readonly string[];
  readonly project: string | null;
  readonly lines: readonly string[];
}

export interface DonetickDeed {
  readonly id: number;
  readonly chore: number;
  readonly at: string | null;
  readonly by: number | null;
  readonly due: string | null;
  readonly note: string | null;
  readonly status: number;
}

export interface DonetickPerson {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly zone: string | null;
  readonly role: string | null;
  readonly isChild: boolean;
  readonly circle: number | null;
  readonly hasLeft: boolean;
}

export interface DonetickFile {
  readonly circles: readonly { id: number; name: string; creator: number | null }[];
  readonly people: readonly DonetickPerson[];
  readonly chores: readonly DonetickChore[];
  readonly deeds: readonly DonetickDeed[];
}

/** @throws FileProblem for what is none of Donetick's */
export const readDonetickFile = async (
  bytes: Uint8Array<ArrayBuffer>,
  locale: Locale,
): Promise<DonetickFile> =>
  isSqlite(bytes) ? readDatabase(bytes, locale, fromTables) : fromAnswers(bytes, locale);

const LEGACY_DONE = 1;
const LEGACY_SKIPPED = 2;

function fromTables({ rows }: Tables): DonetickFile {
  const assignees = grouped(
    rows("chore_assignees", v.object({ chore_id: number, user_id: number })),
    (row) => row.chore_id,
  );
  const labels = new Map(
    rows("labels", v.object({ id: number, name: text })).map((row) => [row.id, row.name ?? ""]),
  );
  const labelled = grouped(
    rows("chore_labels", v.object({ chore_id: number, label_id: number })),
    (row) => row.chore_id,
  );
  const projects = new Map(
    rows("projects", v.object({ id: number, name: text })).map((row) => [row.id, row.name]),
  );
  const lines = grouped(
    rows("sub_tasks", v.object({ chore_id: number, order_id: number, name: text })),
    (row) => row.chore_id,
  );
  const chores = rows(
    "chores",
    v.object({
      ...{ id: number, circle_id: number, name: text, frequency_type: text, frequency: number },
      ...{ frequency_meta_v2: text, next_due_date: text, is_rolling: flag, is_active: flag },
      ...{ assigned_to: number, assign_strategy: text, description: text, project_id: number },
    }),
  ).map((row) => ({
    ...{ id: row.id ?? 0, circle: row.circle_id, name: row.name ?? "", isActive: row.is_active },
    ...{ kind: row.frequency_type ?? "", frequency: row.frequency ?? 0 },
    ...{ meta: metaOf(row.frequency_meta_v2), next: row.next_due_date, isRolling: row.is_rolling },
    ...{ assignedTo: row.assigned_to, strategy: row.assign_strategy, description: row.description },
    assignees: (assignees.get(row.id) ?? []).flatMap((one) => one.user_id ?? []),
    labels: (labelled.get(row.id) ?? []).flatMap((one) => labels.get(one.label_id) ?? []),
    project: projects.get(row.project_id) ?? null,
    lines: inOrder(lines.get(row.id) ?? []),
  }));
  const circles = rows("circles", v.object({ id: number, name: text, created_by: number })).map(
    (row) => ({ id: row.id ?? 0, name: row.name ?? "", creator: row.created_by }),
  );
  return { circles, people: peopleOf(rows), chores, deeds: deedsOf(rows) };
}

function deedsOf(rows: Tables["rows"]): DonetickDeed[] {
  return rows(
    "chore_histories",
    v.object({
      ...{ id: number, chore_id: number, performed_at: text, completed_at: text },
      ...{ updated_at: text, completed_by: number, due_date: text, notes: text, status: number },
    }),
  ).map((row) => {
    // Until May 2025 a row had a day on which it was completed, or was a skip.
    const legacy = row.completed_at === null ? LEGACY_SKIPPED : LEGACY_DONE;
    const isLegacy = row.performed_at === null && !row.status;
    return {
      ...{ id: row.id ?? 0, chore: row.chore_id ?? 0, by: row.completed_by },
      ...{ due: row.due_date, note: row.notes },
      status: isLegacy && row.status === null ? legacy : (row.status ?? 0),
      at: row.performed_at ?? row.completed_at ?? (row.status === null ? row.updated_at : null),
    };
  });
}

function peopleOf(rows: Tables["rows"]): DonetickPerson[] {
  const members = new Map(
    rows(
      "user_circles",
      v.object({ user_id: number, circle_id: number, role: text, is_active: flag }),
    ).map((row) => [`${row.user_id} ${row.circle_id}`, row]),
  );
  return rows(
    "users",
    v.object({
      ...{ id: number, display_name: text, username: text, circle_id: number, timezone: text },
      ...{ user_type: number, disabled: flag },
    }),
  ).map((row) => {
    const member = members.get(`${row.id} ${row.circle_id}`);
    return {
      ...{ id: row.id ?? 0, name: row.display_name ?? "", username: row.username ?? "" },
      ...{ zone: row.timezone, role: member?.role ?? null, isChild: row.user_type === 1 },
      ...{ circle: row.circle_id, hasLeft: row.disabled || member?.is_active === false },
    };
  });
}

const inOrder = (lines: readonly { order_id: number | null; name: string | null }[]) =>
  [...lines].sort((a, b) => (a.order_id ?? 0) - (b.order_id ?? 0)).map(({ name }) => name ?? "");

/** Answers of the API, as `{"res": […]}` or as they are. */
const answer = <Item extends v.GenericSchema>(item: Item) =>
  v.optional(
    v.pipe(
      v.union([v.array(item), v.object({ res: v.nullable(v.array(item)) })]),
      v.transform((given) => (Array.isArray(given) ? given : (given.res ?? []))),
    ),
    [],
  );

const named = v.object({ name: text });
const choreAnswer = v.object({
  ...{ id: v.number(), name: v.string(), frequencyType: v.string(), frequency: number },
  ...{ frequencyMetadata: v.optional(v.unknown()), nextDueDate: text, isRolling: flag },
  ...{ isActive: flag, assignedTo: number, assignStrategy: text, description: text },
  assignees: v.nullish(v.array(v.object({ userId: number }))),
  labelsV2: v.nullish(v.array(named)),
  subTasks: v.nullish(v.array(v.object({ name: text, orderId: number }))),
  project: v.nullish(named),
});
const historyAnswer = v.object({
  ...{ id: number, choreId: number, performedAt: text, completedBy: number, dueDate: text },
  ...{ notes: text, status: number },
});
const memberAnswer = v.object({
  ...{ userId: number, displayName: text, username: text, role: text, isActive: flag },
});
const answersSchema = v.union([
  v.pipe(
    v.object({
      chores: answer(choreAnswer),
      archived: answer(choreAnswer),
      history: answer(historyAnswer),
      members: answer(memberAnswer),
    }),
    v.check(({ chores, archived }) => chores.length + archived.length > 0),
  ),
  v.pipe(
    answer(choreAnswer),
    v.transform((chores) => ({ chores, archived: [], history: [], members: [] })),
  ),
]);

function fromAnswers(bytes: Uint8Array, { t }: Locale): DonetickFile {
  const given = v.safeParse(answersSchema, parsed(new TextDecoder().decode(bytes)));
  if (!given.success)
    throw new FileProblem(t("This is no file of {program}.", { program: "Donetick" }));
  const { chores, archived, history, members } = given.output;
  return {
    circles: [],
    people: members.map((row) => ({
      ...{ id: row.userId ?? 0, name: row.displayName ?? "", username: row.username ?? "" },
      ...{ zone: null, role: row.role, isChild: false, circle: null, hasLeft: !row.isActive },
    })),
    chores: [...chores, ...archived].map((row) => ({
      ...{ id: row.id, circle: null, name: row.name, kind: row.frequencyType },
      ...{ frequency: row.frequency ?? 0, meta: metaOf(row.frequencyMetadata) },
      ...{ next: row.nextDueDate, isRolling: row.isRolling, isActive: row.isActive },
      ...{ assignedTo: row.assignedTo, strategy: row.assignStrategy },
      description: row.description,
      assignees: (row.assignees ?? []).flatMap(({ userId }) => userId ?? []),
      labels: (row.labelsV2 ?? []).map(({ name }) => name ?? ""),
      project: row.project?.name ?? null,
      lines: inOrder(
        (row.subTasks ?? []).map(({ name, orderId }) => ({ name, order_id: orderId })),
      ),
    })),
    deeds: history.map((row) => ({
      ...{ id: row.id ?? 0, chore: row.choreId ?? 0, at: row.performedAt, by: row.completedBy },
      ...{ due: row.dueDate, note: row.notes, status: row.status ?? 0 },
    })),
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
