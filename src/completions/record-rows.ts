import type { Locale } from "../domain/language/locale.ts";
import { viaOf, withDoor } from "../domain/tasks/door.ts";
import type { RecordedEvent } from "../domain/tasks/event-texts.ts";
import type { Completion, Doers } from "../domain/tasks/task.ts";
import type { Database } from "../supabase/database.types.ts";

/** The record's rows as the domain has them: what the list does not bring is read from the tables. */

type Tables = Database["public"]["Tables"];
type CompletionRow = Tables["task_completions"]["Row"];
type EventRow = Omit<Tables["task_events"]["Row"], "task_id">;

export const COMPLETION_COLUMNS =
  "task_id, completed_date, completed_at, time_zone, user_id, status, by_name, people, said_by, via, via_name, done_on, done_at, due_on";

/** Nulls of the row become absent fields. */
export const completionOf = (row: CompletionRow): Completion => ({
  date: row.completed_date,
  status: row.status === "skipped" ? "skipped" : "done",
  completedAt: row.completed_at,
  timeZone: row.time_zone,
  ...doersOf(row),
  doneOn: row.done_on ?? undefined,
  doneAt: row.done_at?.slice(0, 5),
  dueOn: row.due_on ?? undefined,
});

type DoersRow = Pick<CompletionRow, "user_id" | "people" | "said_by"> & {
  via?: string | null;
  via_name?: string | null;
};

export const doersOf = ({ user_id, people, said_by, via, via_name }: DoersRow): Doers => ({
  completedBy: user_id,
  people: people ?? undefined,
  saidBy: said_by ?? undefined,
  via: viaOf(via),
  viaName: via_name ?? undefined,
});

/** The person who did it elsewhere, before the task was imported: nobody's account here. */
export const importedName = (row: Pick<CompletionRow, "by_name"> & DoersRow, locale: Locale) =>
  row.by_name === null
    ? undefined
    : withDoor(locale.t("{name} (imported)", { name: row.by_name }), doersOf(row), locale);

export const EVENT_COLUMNS =
  "id, happened_at, arrived_at, time_zone, user_id, person_id, kind, days, details";

export const eventOf = (row: EventRow): RecordedEvent => ({
  id: row.id,
  happenedAt: row.happened_at,
  arrivedAt: row.arrived_at,
  timeZone: row.time_zone,
  userId: row.user_id,
  personId: row.person_id,
  kind: row.kind,
  days: typeof row.days === "string" ? row.days : null,
  details: Object(row.details),
});
