import type { Chore } from "./chore-table.tsx";
import { FIGURE_COLUMNS } from "./figure-columns.ts";

/** The figures as a CSV file: one chore a row; empty where a figure can't be told. */
export async function figuresFile(chores: readonly Chore[]): Promise<string> {
  const { unparse } = (await import("papaparse")).default;
  const rows = chores.map(({ task, figures }) => [
    task.title,
    task.category,
    task.household?.name ?? "",
    ...FIGURE_COLUMNS.map(({ value }) => value(figures)),
  ]);
  const fields = ["Task", "Category", "Household", ...FIGURE_COLUMNS.map(({ name }) => name)];
  // A title that a spreadsheet would take for a formula stays a title.
  return unparse({ fields, data: rows }, { escapeFormulae: true, newline: "\r\n" });
}
