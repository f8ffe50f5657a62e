import type { CalendarDate } from "../dates/calendar-date.ts";
import type { Locale } from "../language/locale.ts";
import { MAX_IMPORT_BYTES, MAX_IMPORT_TASKS } from "../portability/import-input.ts";
import { type FileContents, FileProblem, readRotaFile } from "../portability/rota-file.ts";
import type { Answers, Moving, MovingFile } from "./moving-form.ts";
import { sourceOf } from "./sources.ts";

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
  requireFew(moving.tasks, locale);
  return { program: source.name, moving };
}

export type ReadFile =
  | (ReadMoving & { readonly kind: "household" })
  /** what a person has downloaded of their own tasks */
  | (FileContents & { readonly kind: "own" });

/** The same; what no reader knows is somebody's own tasks, or a FileProblem. */
export async function readFile(
  file: MovingFile,
  answers: Answers,
  locale: Locale,
  today: CalendarDate,
): Promise<ReadFile> {
  const read = await readMoving(file, answers, locale, today);
  if (read) return { kind: "household", ...read };
  if (file.bytes.length > MAX_IMPORT_BYTES) {
    throw new FileProblem(locale.t("This file is too large: an import takes at most 10 MB."));
  }
  const contents = readRotaFile(new TextDecoder().decode(file.bytes), locale);
  requireFew(contents.entries, locale);
  return { kind: "own", ...contents };
}

/** An import is one transaction in the end, and a household has half as many at most. */
function requireFew({ length: count }: readonly unknown[], { t }: Locale): void {
  if (count <= MAX_IMPORT_TASKS) return;
  throw new FileProblem(
    t("There are {count, number} tasks in this file: an import takes at most {most, number}.", {
      count,
      most: MAX_IMPORT_TASKS,
    }),
  );
}
