import * as v from "valibot";
import { isCalendarDate } from "../domain/dates/calendar-date.ts";
import { createTaskSchema, updateTaskSchema } from "../domain/tasks/task-input.ts";

/**
 * All that can be written to a task, as data: a kind with its parameters, which can be stored, logged and
 * sent again. What each shows and how it is sent: change-kinds.ts. Days are `yyyy-MM-dd`, times `HH:mm`.
 */

const id = v.pipe(v.string(), v.uuid());
const day = v.pipe(v.string(), v.check(isCalendarDate));
/** 1 to 31 of them, by which their occurrences are known. */
const days = v.pipe(v.array(day), v.readonly());
const time = v.optional(v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/)));
const status = v.picklist(["done", "skipped"]);
/** The doers, people of the task's household; empty for nobody in particular, absent for the caller. */
const doers = v.optional(v.array(v.object({ id, name: v.string() })));
/** By whom (user id), at which ISO instant, and in which time zone (IANA name). */
const recorded = {
  completedBy: v.string(),
  completedAt: v.pipe(v.string(), v.isoTimestamp()),
  timeZone: v.string(),
};

/** The day on which an occurrence is, and the schedule's, by which it is found wherever it is by then. */
const occurrence = { date: day, dueDate: v.optional(day) };

const change = <Kind extends string, Parameters extends v.ObjectEntries>(
  kind: Kind,
  parameters: Parameters,
) => v.object({ kind: v.literal(kind), taskId: id, ...parameters });

const taskChange = v.variant("kind", [
  change("create", { input: createTaskSchema }),
  change("update", { input: updateTaskSchema }),
  change("delete", {}),
  change("restore", {}),
  /** of a task that somebody else shared */
  change("leave", {}),
  /** up to 366 days ahead of its day; `doneOn` and `doneAt`: when it was really done, in the caller's zone */
  change("complete", { ...occurrence, doers, doneOn: v.optional(day), doneAt: time, ...recorded }),
  /** neither done nor missed */
  change("skip", { ...occurrence, ...recorded }),
  /** of a completion or a skip: one's own, or anyone's on a task of one's own */
  change("undo", { date: day }),
  /** who did it, or when: at most a year before its own day and not after today; what is not given stays */
  change("correct", {
    date: day,
    doers,
    doneOn: v.optional(day),
    doneAt: time,
    correctedBy: v.string(),
  }),
  change("catch-up", {
    catchUpId: id,
    /** at most 4,000 runs of days: [first since 1970-01-01, how many] */
    days: v.array(v.array(v.pipe(v.number(), v.integer()))),
    status,
    doers,
    ...recorded,
  }),
  change("undo-catch-up", { catchUpId: id }),
  /** to its own day, it is put off no more */
  change("put-off", { dueDate: day, newDate: day }),
  /** of at most 500 characters, none to take it away; where another than `basedOn` is there, NOTE_CHANGED */
  change("note", { day, note: v.string(), basedOn: v.string() }),
  change("check-line", { day, line: v.string(), isChecked: v.boolean() }),
  /** the schedule and its versions become what they were before that event */
  change("undo-schedule", { eventId: v.pipe(v.number(), v.integer()) }),
  change("take-turns", { days }),
  /** a keeper's, to somebody of the household */
  change("give-turns", { days, personId: id }),
  /** the roster decides again on days that were taken or given */
  change("return-turns", { days }),
  /** to one person, or to everybody */
  change("offer-turns", { days, toPerson: v.nullable(id) }),
  change("withdraw-offers", { days }),
  /** of a task of one's own; or, not paused, these days are taken out of its pauses; both included */
  change("pause", { firstDay: day, lastDay: day, isPaused: v.boolean() }),
]);

export type TaskChange = v.InferOutput<typeof taskChange>;

/** Parses an entered or stored change. @throws v.ValiError when this version knows no such change */
export function parseTaskChange(value: unknown): TaskChange {
  return v.parse(taskChange, value);
}
