import type { MovingFile, PROGRAMS, Reader } from "./moving-form.ts";

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
