import { FIGURE_COLUMNS } from "../../domain/figures/figure-columns.ts";
import type { Locale } from "../../domain/language/locale.ts";
import type { FigureRow } from "./figure-table.tsx";

export async function figuresFile(rows: readonly FigureRow[], { t }: Locale): Promise<string> {
  const { unparse } = (await import("papaparse")).default;
  const data = rows.map(({ task, figures }) => [
    task.title,
    task.category,
    task.household?.name ?? "",
    ...FIGURE_COLUMNS.map(({ value }) => value(figures)),
  ]);
  const fields = [
    t("Task"),
    t("Category"),
    t("Household"),
    ...FIGURE_COLUMNS.map(({ name }) => t(name)),
  ];
  // A title that a spreadsheet would take for a formula stays a title.
  return unparse({ fields, data }, { escapeFormulae: true, newline: "\r\n" });
}
