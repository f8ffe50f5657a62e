import * as v from "valibot";
import type { CalendarDate } from "../dates/calendar-date.ts";
import type { Locale } from "../language/locale.ts";
import { fields, pastOf, source, text } from "../portability/import-input.ts";
import { ISSUE_TEXTS } from "../tasks/input-texts.ts";

/** A household on the move, whichever program it comes from: all that the preview and the import know of a file. */

const { INVALID } = ISSUE_TEXTS;

export const PROGRAMS = [
  "rota",
  "donetick",
  "grocy",
  "loop",
  "vikunja",
  "ticktick",
  "todoist",
  "ics",
  "csv",
] as const;

const list = <Item extends v.GenericSchema>(item: Item) => v.optional(v.array(item, INVALID), []);

/** the file's own id of somebody: one of `people` */
const personId = v.pipe(text, v.minLength(1, INVALID), v.maxLength(200, INVALID));

const personSchema = v.object({
  id: personId,
  name: text,
  role: v.optional(v.picklist(["keeper", "member", "helper"], INVALID)),
  /** `yyyy-MM-dd`, if known */
  leftOn: v.optional(text),
  /** is no longer there; the record tells of them */
  hasLeft: v.optional(v.boolean(INVALID)),
  /** 0 to 9, the colour of the face */
  face: v.optional(v.number(INVALID)),
  hasAccount: v.optional(v.boolean(INVALID)),
});

/**
 * One task with its past. Whoever did something is `by`: ids of `people`, empty for nobody in particular. `fields` are
 * those of `taskFieldsSchema` but `roster`, `isShared` and `householdId`. A completion's days are
 * `[day, instant]`, then as far as known: the day and the time (`HH:mm`) on which it was really done, and the due day
 * of an interval task. Instants are ISO 8601 with a zone.
 */
const taskSchema = v.object(
  {
    source,
    fields,
    /** what the file says of its schedule, where that was words: what was understood stands beside them */
    words: v.optional(text),
    /** the people who take turns, in their order */
    roster: list(personId),
    ...pastOf(v.array(personId, INVALID)),
    /** Rota's own file: days whose turn somebody took or was given */
    swaps: list(v.object({ day: text, person: personId })),
    /** Rota's own file: when its turns were entered, and the day from which the house's absences count */
    rosterSince: v.optional(v.nullable(text)),
    householdSince: v.optional(v.nullable(text)),
  },
  INVALID,
);

/** Rota's own file. Days are `yyyy-MM-dd`; `to` is null if nobody knows it. */
const absenceSchema = v.object({
  person: personId,
  from: text,
  to: v.nullable(text),
  enteredOn: text,
  endedOn: v.nullable(text),
  isForPast: v.optional(v.boolean(INVALID)),
  /** They had left the household, and came back. */
  isLeaving: v.optional(v.boolean(INVALID)),
});

const zoneSchema = v.object({ countsFrom: text, firstDay: text, timeZone: text });

const houseAbsenceSchema = v.object({ from: text, to: text, endedOn: v.nullable(text) });

/** A part of a file that is not kept. */
const leftOutSchema = v.object({
  /** what it is and why it isn't kept, in the reader's language */
  what: v.string(),
  /** the number of its row in the file, from 1, or of its record in the table that the text names */
  row: v.optional(v.number()),
  /** the task's title */
  title: v.optional(v.string()),
  /** how many deeds are lost by it */
  deeds: v.optional(v.number()),
});

/**
 * What a reader is not sure of. It is asked, and the file read again with the answer: one of the choices' values, a
 * day (`yyyy-MM-dd`) or the IANA name of a time zone.
 */
const questionSchema = v.object({
  id: v.string(),
  text: v.string(),
  kind: v.picklist(["choice", "day", "zone"]),
  choices: list(v.object({ value: v.string(), label: v.string() })),
  /** what is offered first */
  first: v.optional(v.string()),
  /** rows of the file to go by, the head first */
  sample: list(v.array(v.string())),
});

export const movingSchema = v.object({
  source: v.picklist(PROGRAMS),
  /** what the household is known by in its file: the same again is the same household */
  id: v.optional(source),
  name: text,
  /** IANA name; null if the file doesn't say, and nothing depends on it */
  timeZone: v.nullable(text),
  /** Rota's own file: the zones that counted before, too */
  zones: list(zoneSchema),
  language: v.optional(v.nullable(text)),
  people: v.array(personSchema),
  tasks: v.array(taskSchema),
  absences: list(absenceSchema),
  houseAbsences: list(houseAbsenceSchema),
  /** names of tablets, and of tasks with printed labels, which are to be made again */
  displays: list(text),
  labels: list(text),
  leftOut: list(leftOutSchema),
  questions: list(questionSchema),
});

export type Moving = v.InferOutput<typeof movingSchema>;
export type MovingPerson = v.InferOutput<typeof personSchema>;
export type MovingTask = v.InferOutput<typeof taskSchema>;
export type LeftOutPart = v.InferOutput<typeof leftOutSchema>;
export type Question = v.InferOutput<typeof questionSchema>;

/** Defaults filled in. @throws ValiError: a reader's mistake, not the file's */
export const moving: (input: v.InferInput<typeof movingSchema>) => Moving = v.parser(movingSchema);

/** By the question's id. */
export type Answers = Readonly<Record<string, string>>;

export interface MovingFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** is told how many deeds have been read, with each task */
  readonly onDeeds?: (deeds: number) => void;
}

/**
 * Reads a file of one program. With questions that are open yet, its tasks needn't be complete. Rejects with a
 * FileProblem (portability/rota-file.ts), whose message is for the user, for a file that is broken or another's.
 */
export type Reader = (
  file: MovingFile,
  answers: Answers,
  locale: Locale,
  today: CalendarDate,
) => Promise<Moving>;
