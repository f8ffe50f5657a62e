import type { Task } from "./task.ts";

/**
 * Prepares a search in title, category, notes and the household's name. The returned function gives the tasks that have every
 * word of a query, in any order, whatever their accents and case; all of them for a query without words.
 */
export function taskSearch(tasks: readonly Task[]): (query: string) => readonly Task[] {
  // Folding long notes takes a while, so it is done once and only when somebody searches.
  let texts: readonly string[] | null = null;
  return (query) => {
    const words = folded(query).split(/\s+/).filter(Boolean);
    if (words.length === 0) return tasks;
    texts ??= tasks.map(({ title, category, subtitle, household }) =>
      folded([title, category, subtitle ?? "", household?.name ?? ""].join("\n")),
    );
    const known = texts;
    return tasks.filter((_, index) => words.every((word) => known[index]?.includes(word)));
  };
}

/** Upper case also makes ß and ss alike. */
function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();
}
