import * as v from "valibot";
import { isCalendarDate } from "../domain/dates/calendar-date.ts";
import { createTaskSchema, updateTaskSchema } from "../domain/tasks/task-input.ts";

/**
 * All that can be written to a task, as data: a kind with its parameters, which can be stored, logged and
 * sent again. What each shows and how it is sent: change-kinds.ts. Days are `yyyy-MM-dd`, times `HH:mm`.
 */

const id = v.pipe(v.string(), v.uuid());
const day = v.pipe(v.string(), v.check(isCalendarDate));
const days = v.array(day);
const time = v.optional(v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/)));
const status = v.picklist(["done", "skipped"]);
/** Who did it, of a task's household: ids and names; nobody in particular where there are none. */
const doers = v.optional(v.array(v.object({ id, name: v.string() })));
/** By whom (user id), at which ISO instant, and in which time zone (IANA name). */
const recorded = {
  completedBy: v.string(),
  completedAt: v.pipe(v.string(), v.isoTimestamp()),
  timeZone: v.string(),
};

const change = <Kind extends string, Parameters extends v.ObjectEntries>(
  kind: Kind,
  parameters: Parameters,
) => v.object({ kind: v.literal(kind), taskId: id, ...parameters });

const taskChange = v.variant("kind", [
  change("create", { input: createTaskSchema }),
  change("update", { input: updateTaskSchema }),
  change("delete", {}),
  change("restore", {}),
  change("leave", {}),
  change("complete", { date: day, doers, doneOn: v.optional(day), doneAt: time, ...recorded }),
  change("skip", { date: day, ...recorded }),
  change("undo", { date: day }),
  change("correct", {
    date: day,
    doers,
    doneOn: v.optional(day),
    doneAt: time,
    correctedBy: v.string(),
  }),
  change("catch-up", {
    catchUpId: id,
    /** runs of days: [first since 1970-01-01, how many] */
    days: v.array(v.array(v.pipe(v.number(), v.integer()))),
    status,
    doers,
    ...recorded,
  }),
  change("undo-catch-up", { catchUpId: id }),
  change("put-off", { dueDate: day, newDate: day }),
  change("note", { day, note: v.string(), basedOn: v.string() }),
  change("check-line", { day, line: v.string(), isChecked: v.boolean() }),
  change("undo-schedule", { eventId: v.pipe(v.number(), v.integer()) }),
  change("take-turns", { days }),
  change("give-turns", { days, personId: id }),
  change("return-turns", { days }),
  /** to one person, or to everybody */
  change("offer-turns", { days, toPerson: v.nullable(id) }),
  change("withdraw-offers", { days }),
  change("pause", { firstDay: day, lastDay: day, isPaused: v.boolean() }),
]);

export type TaskChange = v.InferOutput<typeof taskChange>;

/** What was entered or stored, as a change. @throws v.ValiError when it is none that this version knows */
export function parseTaskChange(value: unknown): TaskChange {
  return v.parse(taskChange, value);
}
