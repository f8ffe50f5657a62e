/** A line of a table, and what it says. */
export interface Row {
  readonly line: string;
  readonly title: string;
  /** the words that are understood, in their order */
  readonly understood: readonly string[];
  /** the words that sound like a rhythm */
  readonly unknown: readonly string[];
  /** the repeat in English, or what is asked; its start and end */
  readonly says: string;
}

/**
 * Reads a table of lines as they are typed on Tuesday, November 24, 2026. '= Weekly | 2026-11-26' says what the lines
 * below it are. In a line, [brackets] stand around what is understood, {braces} around what sounds like a rhythm.
 */
export function rowsOf(table: string): Row[] {
  let says = "";
  const rows: Row[] = [];
  for (const row of table.trim().split("\n")) {
    if (row.startsWith("= ")) {
      says = row.slice(2);
      continue;
    }
    const between = (pattern: RegExp) => [...row.matchAll(pattern)].map(([, words = ""]) => words);
    rows.push({
      line: row.replaceAll(/[[\]{}]/g, ""),
      // A comma or colon that only separates them goes with the words.
      title: row
        .replaceAll(/[,:]?\s*\[.*?\]/g, " ")
        .replaceAll(/[{}]/g, "")
        .replaceAll(/\s+/g, " ")
        .trim(),
      understood: between(/\[(.*?)\s?[.,!]?\]/g),
      unknown: between(/\{(.*?)\}/g),
      says,
    });
  }
  return rows;
}
