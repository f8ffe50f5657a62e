import * as v from "valibot";
import { VIAS } from "../tasks/door.ts";
import { ISSUE_TEXTS } from "../tasks/input-texts.ts";
import { storable } from "../tasks/task-input.ts";

/** The input of the function import-tasks; the database checks each task. */

/** A database of another program may be large; what an import takes of it is bounded by its pieces. */
export const MAX_FILE_BYTES = 100_000_000;
/** of a file of one's own tasks */
export const MAX_IMPORT_BYTES = 10_000_000;
export const MAX_IMPORT_TASKS = 2_000;
/** What the database takes of one import, as its own text of JSON: a file of 10 MB gets longer there by spaces. */
export const MAX_STORED_BYTES = 15_000_000;

/** The JSON size of a piece's tasks: small for a slow connection and for the function's memory. */
export const MAX_PIECE_BYTES = 250_000;
export const MAX_PIECE_ENTRIES = 100;

const { INVALID } = ISSUE_TEXTS;

export const text = v.pipe(v.string(INVALID), storable);
const list = <Item extends v.GenericSchema>(item: Item) => v.optional(v.array(item, INVALID), []);
const value = v.union([text, v.number()]);
const field = v.union([value, v.boolean(), v.null(), v.array(value)], INVALID);
const person = v.nullable(
  v.union([v.object({ me: v.literal(true) }), v.object({ name: text })], INVALID),
);
/** first and last day */
const range = v.tuple([text, text], INVALID);
/**
 * a day, the instant that recorded it and, where it was really done then, another day and a time; last the day on
 * which it was due, of an interval task
 */
const doneDay = v.union(
  [
    v.tuple([text, text, v.nullable(text), v.nullable(text), text]),
    v.tuple([text, text, text, text]),
    v.tuple([text, text, text]),
    range,
  ],
  INVALID,
);
/** IANA name; files of version 1.0.0 have none */
const timeZone = v.optional(text);
const status = v.picklist(["done", "skipped"], INVALID);
const via = v.optional(v.picklist(VIAS, INVALID));
const viaName = v.optional(v.pipe(text, v.maxLength(100, INVALID)));
/** the latest that happened of what the task waits for */
const happened = v.optional(
  v.nullable(
    v.object(
      { name: text, day: text, at: text, number: v.optional(v.number(INVALID)), via, viaName },
      INVALID,
    ),
  ),
);
/** of a meter that it waits for: how much it had grown by then */
const readings = v.optional(
  v.array(
    v.object({ at: text, number: v.number(INVALID), grown: v.number(INVALID) }, INVALID),
    INVALID,
  ),
);

/** of a household's file: who recorded it */
const saidBy = v.optional(text);

/** what it is known by in the file; the same again adds nothing */
export const source = v.pipe(text, v.minLength(1, INVALID), v.maxLength(500, INVALID));
export const fields = v.record(text, field, INVALID);

/** A task's past, by the way in which its people are named. Dates are `yyyy-MM-dd`, instants ISO 8601. */
export const pastOf = <By extends v.GenericSchema>(by: By) => ({
  formerSchedules: list(v.record(text, field, INVALID)),
  pausedDays: list(range),
  happened,
  readings,
  putOffs: list(
    v.object(
      { dueDate: text, newDate: text, toFormerSchedule: v.optional(v.boolean(INVALID), false) },
      INVALID,
    ),
  ),
  completions: list(
    v.object(
      { by, saidBy, status, timeZone, via, viaName, days: v.array(doneDay, INVALID) },
      INVALID,
    ),
  ),
  catchUps: list(
    v.object(
      { id: text, by, saidBy, status, timeZone, days: v.array(range, INVALID), at: text },
      INVALID,
    ),
  ),
  checks: list(v.object({ day: text, lines: v.array(text, INVALID) }, INVALID)),
  notes: list(v.object({ day: text, note: text, by, at: text }, INVALID)),
});

/** In a household's tasks, whoever did something is named by the ids of its people's list. */
const past = {
  shareWith: list(text),
  ...pastOf(v.union([v.array(text), person], INVALID)),
  roster: v.optional(v.array(text, INVALID)),
  swaps: v.optional(v.array(v.object({ day: text, person: text }, INVALID), INVALID)),
  rosterSince: v.optional(v.nullable(text)),
  householdSince: v.optional(v.nullable(text)),
};

/** One task with its past. */
const entrySchema = v.object({ source, fields, ...past }, INVALID);

/** The same, or more of the past of a task that came before: that has no fields. */
const partSchema = v.object({ source, fields: v.optional(fields), ...past }, INVALID);

export type ImportEntry = v.InferOutput<typeof entrySchema>;
export type ImportPart = v.InferInput<typeof partSchema>;

/** One task of a file, without what an import does not take; null when it is no such thing. */
export function readEntry(raw: unknown): ImportEntry | null {
  const result = v.safeParse(entrySchema, raw, { abortEarly: true });
  return result.success ? result.output : null;
}

/** Input of import-tasks; tells the first fault alone, as there may be thousands. */
export const importPieceSchema = v.config(
  v.object(
    {
      /** chosen by the client; a new one ends the import before it, if that is not finished */
      importId: v.pipe(v.string(INVALID), v.uuid(INVALID)),
      /** from 0, one after the other */
      number: v.pipe(v.number(INVALID), v.integer(INVALID), v.minValue(0, INVALID)),
      entries: v.pipe(v.array(partSchema, INVALID), v.maxLength(MAX_PIECE_ENTRIES, INVALID)),
    },
    INVALID,
  ),
  { abortEarly: true },
);

/** The outcome for one task, before or after the import. */
const resultSchema = v.object({
  outcome: v.picklist(["added", "there", "deleted", "refused"]),
  issues: v.array(v.object({ path: v.string(), code: v.string() })),
});

export type ImportResult = Readonly<v.InferOutput<typeof resultSchema>>;

/** Parses the answer to a piece: a result for each of its entries. */
export const readResults = v.parser(v.object({ results: v.array(resultSchema) }));
