import type { CalendarDate } from "../dates/calendar-date.ts";
import type { Locale } from "../language/locale.ts";
import { MAX_IMPORT_TASKS } from "../portability/import-input.ts";
import { FileProblem } from "../portability/rota-file.ts";
import type { Answers, Moving, MovingFile, PROGRAMS, Reader } from "./moving-form.ts";

/** A database of another program may be large; what an import takes of it is bounded by its pieces. */
export const MAX_FILE_BYTES = 100_000_000;

interface Source {
  readonly id: (typeof PROGRAMS)[number];
  /** the program's own name */
  readonly name: string;
  /** By the file's first bytes and its name; it is read afterwards. */
  readonly recognises: (file: MovingFile) => boolean | Promise<boolean>;
  /** The module comes when such a file does. */
  readonly load: () => Promise<Reader>;
}

const latin = new TextDecoder("latin1");

const startsWith = ({ bytes }: MovingFile, pattern: RegExp) =>
  pattern.test(latin.decode(bytes.subarray(0, 1_000)));

const beginsWith = ({ bytes }: MovingFile, head: string) =>
  latin.decode(bytes.subarray(0, head.length)) === head;

const PIECE = 1_000_000;
/** Longer than what is looked for. */
const OVERLAP = 200;

/** Whether it is somewhere in the file, however large that is. */
function contains({ bytes }: MovingFile, pattern: RegExp): boolean {
  for (let from = 0; from < bytes.length; from += PIECE) {
    if (pattern.test(latin.decode(bytes.subarray(from, from + PIECE + OVERLAP)))) return true;
  }
  return false;
}

/** A database by one of its tables: their names stand in it as they were written. */
const hasTable = (file: MovingFile, name: string) =>
  beginsWith(file, "SQLite format 3\0") &&
  contains(file, new RegExp(`CREATE TABLE (?:IF NOT EXISTS )?["'\`[]?${name}\\b`, "i"));

/** A ZIP by one of its files. */
const hasFile = (file: MovingFile, path: RegExp) =>
  beginsWith(file, "PK\x03\x04") && contains(file, path);

/** The programs whose files can be read; the first that recognises a file reads it. */
const SOURCES: readonly Source[] = [
  {
    id: "rota",
    name: "Rota",
    recognises: (file) =>
      startsWith(file, /^(?:\xEF\xBB\xBF)?\s*\{\s*"format"\s*:\s*"rota-household"/),
    load: async () => (await import("./rota.ts")).readRota,
  },
  {
    id: "donetick",
    name: "Donetick",
    recognises: (file) =>
      hasTable(file, "chore_histories") ||
      (startsWith(file, /^(?:\xEF\xBB\xBF)?\s*[{[]/) && contains(file, /"frequencyType"\s*:/)),
    load: async () => (await import("./donetick.ts")).readDonetick,
  },
  {
    id: "grocy",
    name: "Grocy",
    recognises: (file) => hasTable(file, "chores_log"),
    load: async () => (await import("./grocy.ts")).readGrocy,
  },
  {
    id: "loop",
    name: "Loop Habit Tracker",
    recognises: (file) => hasTable(file, "Repetitions") || hasFile(file, /Habits\.csv/),
    load: async () => (await import("./loop.ts")).readLoop,
  },
  {
    id: "vikunja",
    name: "Vikunja",
    recognises: (file) => hasFile(file, /data\.json/),
    load: async () => (await import("./vikunja.ts")).readVikunja,
  },
  {
    id: "ics",
    name: "iCalendar",
    recognises: (file) => startsWith(file, /^(?:\xEF\xBB\xBF)?\s*BEGIN:VCALENDAR/i),
    load: async () => (await import("./ics.ts")).readIcs,
  },
  {
    id: "ticktick",
    name: "TickTick",
    recognises: (file) => startsWith(file, /^(?:\xEF\xBB\xBF)?"?Date: [\s\S]*"List Name","Title"/),
    load: async () => (await import("./ticktick.ts")).readTickTick,
  },
  {
    id: "todoist",
    name: "Todoist",
    recognises: (file) => startsWith(file, /^(?:\xEF\xBB\xBF)?"?TYPE"?,"?CONTENT"?,/i),
    load: async () => (await import("./todoist.ts")).readTodoist,
  },
  {
    id: "csv",
    name: "CSV",
    recognises: (file) =>
      /\.(?:csv|tsv)$/i.test(file.name) && !file.bytes.subarray(0, 1_000).includes(0),
    load: async () => (await import("./plain-csv.ts")).readPlainCsv,
  },
];

/** null for a file that no reader knows */
export async function sourceOf(file: MovingFile): Promise<Source | null> {
  for (const source of SOURCES) {
    if (await source.recognises(file)) return source;
  }
  return null;
}

/** What is in a file, and which program made it. */
export interface ReadMoving {
  /** the program's own name */
  readonly program: string;
  readonly moving: Moving;
}

/**
 * Reads a file with the answers so far. Resolves to null for one that no reader knows. Rejects with a FileProblem, whose
 * message is for the user, for one that is broken, or has more tasks than an import takes.
 */
export async function readMoving(
  file: MovingFile,
  answers: Answers,
  locale: Locale,
  today: CalendarDate,
): Promise<ReadMoving | null> {
  const source = await sourceOf(file);
  if (source === null) return null;
  const read = await source.load();
  const moving = await read(file, answers, locale, today);
  if (moving.tasks.length > MAX_IMPORT_TASKS) {
    throw new FileProblem(tooManyTasks(moving.tasks.length, locale));
  }
  return { program: source.name, moving };
}

/** An import is one transaction in the end, and a household has at most half of that. */
export const tooManyTasks = (count: number, { t }: Locale): string =>
  t("There are {count, number} tasks in this file: an import takes at most {most, number}.", {
    count,
    most: MAX_IMPORT_TASKS,
  });
