import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { msg } from "../../domain/language/messages.ts";
import type { ReadDate } from "../../domain/moving/todoist-dates.ts";
import {
  readTodoistRows,
  type TodoistRow,
  type TodoistTask,
} from "../../domain/moving/todoist-file.ts";
import { type ImportEntry, MAX_IMPORT_BYTES } from "../../domain/portability/import-input.ts";
import { FileProblem, type LeftOut, readRotaFile } from "../../domain/portability/rota-file.ts";
import { ONCE_RULE } from "../../domain/recurrence/custom-rule.ts";
import { ruleRepeat, simpleRepeat } from "../../domain/recurrence/repeat.ts";

export type ImportFile =
  | {
      readonly kind: "rota";
      readonly entries: readonly ImportEntry[];
      readonly leftOut: readonly LeftOut[];
    }
  | { readonly kind: "todoist"; readonly tasks: readonly TodoistTask[] };

/** @throws FileProblem with words for the user; larger files are not read at all */
export async function readImportFile(
  file: File,
  today: CalendarDate,
  locale: Locale,
): Promise<ImportFile> {
  if (file.size > MAX_IMPORT_BYTES) {
    throw new FileProblem(locale.t("This file is too large: an import takes at most 10 MB."));
  }
  const text = await file.text();
  if (!/\.csv$/i.test(file.name)) return { kind: "rota", ...readRotaFile(text, locale) };
  const { parse } = (await import("papaparse")).default;
  const { data } = parse<TodoistRow>(text.replace(/^\uFEFF/, ""), {
    header: true,
    skipEmptyLines: "greedy",
    transformHeader: (name) => name.trim().toUpperCase(),
  });
  return { kind: "todoist", tasks: readTodoistRows(data, file.name, today, locale) };
}

/** Repeats offered for dates that were not understood. */
export const CHOICES = [
  ["", msg("Leave it out // a task")],
  ["once", msg("Once")],
  ["daily", msg("Daily")],
  ["weekly", msg("Weekly")],
  ["monthly", msg("Monthly")],
  ["yearly", msg("Yearly")],
] as const;

/** By the task's source. */
export type Choices = Readonly<
  Record<string, { readonly repeat: string; readonly startDate: CalendarDate }>
>;

export function entriesOfTodoist(
  tasks: readonly TodoistTask[],
  choices: Choices,
  { t }: Locale,
): { entries: ImportEntry[]; leftOut: LeftOut[] } {
  const entries: ImportEntry[] = [];
  const leftOut: LeftOut[] = [];
  for (const task of tasks) {
    const repeat = task.date?.repeat ?? chosen(choices[task.source]);
    if (repeat) entries.push(entryOf(task, repeat));
    else leftOut.push({ title: task.title, why: t("You leave it out // a task") });
  }
  return { entries, leftOut };
}

function chosen(choice: Choices[string] | undefined): ReadDate["repeat"] | null {
  if (!choice?.repeat) return null;
  const { repeat, startDate } = choice;
  const chosenRepeat =
    repeat === "once"
      ? ruleRepeat(ONCE_RULE)
      : simpleRepeat(repeat as Parameters<typeof simpleRepeat>[0]);
  return { ...chosenRepeat, startDate, endDate: null };
}

function entryOf(
  { source, title, category, notes, checklist }: TodoistTask,
  repeat: ReadDate["repeat"],
) {
  return {
    source,
    fields: { ...repeat, title, category, subtitle: notes || null, checklist: [...checklist] },
    ...{ shareWith: [], formerSchedules: [], pausedDays: [], putOffs: [] },
    ...{ completions: [], catchUps: [], notes: [], checks: [] },
  } satisfies ImportEntry;
}
