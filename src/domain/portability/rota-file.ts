import { isCalendarDate } from "../dates/calendar-date.ts";
import type { Locale } from "../language/locale.ts";
import { fieldsOf } from "../tasks/task-input.ts";
import { type ImportEntry, readEntry } from "./import-input.ts";

/** Rota's own file: everything that a person may see, as JSON. */

export const FILE_FORMAT = { format: "rota", version: 1 } as const;

/** A part of a file that is not imported, and why. */
export interface LeftOut {
  readonly title: string;
  readonly why: string;
}

/** The tasks of a file that an import can be asked for, and those that it can't. */
export interface FileContents {
  readonly entries: readonly ImportEntry[];
  readonly leftOut: readonly LeftOut[];
}

/** A file that is none of ours; `message` is for the user. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";
}

interface FileTask extends Record<string, unknown> {
  readonly title?: unknown;
  readonly owner?: { readonly me?: unknown; readonly name?: unknown } | null;
  /** the name of the one that it belongs to, whoever is responsible for it */
  readonly household?: unknown;
  readonly deletedAt?: unknown;
  /** of a file of 2.0.0: its record was long, and its rule, notes and past are not in it */
  readonly cut?: unknown;
  readonly sharedWith?: unknown;
}

/** Reads a file that `Download everything` has made. @throws FileProblem */
export function readRotaFile(text: string, locale: Locale): FileContents {
  const { t } = locale;
  const { format, version, tasks } = parse(text, locale);
  if (format !== FILE_FORMAT.format || !Array.isArray(tasks)) {
    throw new FileProblem(t("This isn't a Rota file."));
  }
  if (version !== FILE_FORMAT.version) {
    throw new FileProblem(t("This file is of another version of Rota, which this one can't read."));
  }
  const entries: ImportEntry[] = [];
  const leftOut: LeftOut[] = [];
  for (const task of tasks as FileTask[]) {
    const why = reasonAgainst(task, locale);
    const entry = why === null ? entryOf(task) : null;
    if (entry) entries.push(entry);
    else leftOut.push({ title: titleOf(task, locale), why: why ?? t("It can't be read") });
  }
  entries.sort((a, b) => (String(a.fields.title) < String(b.fields.title) ? -1 : 1));
  return { entries, leftOut };
}

function parse(
  text: string,
  { t }: Locale,
): { format?: unknown; version?: unknown; tasks?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new FileProblem(t("This file can't be read: it is not JSON."));
  }
}

const titleOf = (task: FileTask | null, { t }: Locale) =>
  typeof task?.title === "string" && task.title !== "" ? task.title.slice(0, 100) : t("(no title)");

function reasonAgainst(task: FileTask | null, { t }: Locale): string | null {
  if (task === null || typeof task !== "object") return t("It can't be read");
  if (task.owner?.me !== true && typeof task.household !== "string") {
    const name = task.owner?.name;
    return typeof name === "string"
      ? t("It belongs to {name}", { name })
      : t("It belongs to somebody else");
  }
  if (task.deletedAt) return t("It was deleted");
  return task.cut === true ? t("This file has only its title: download everything again") : null;
}

function entryOf(task: FileTask): ImportEntry | null {
  // It becomes one's own: nobody shares it, and nobody takes turns.
  const { isShared: _, roster: __, turnLength: ___, ...known } = fieldsOf(task);
  const fields = Object.fromEntries(
    Object.entries(known).filter(([, value]) => value !== undefined),
  );
  if (!isCalendarDate(String(fields.startDate))) return null;
  const shares = Array.isArray(task.sharedWith) ? task.sharedWith : [];
  const shareWith = shares.map((share) => Object(share).address);
  const own = { ...task, roster: undefined, swaps: undefined };
  return readEntry({ ...own, source: task.id, fields, shareWith });
}
