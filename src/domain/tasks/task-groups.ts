import type { Locale } from "../language/locale.ts";
import type { Task } from "./task.ts";

/** Categories and the order of tasks. */

export interface CategoryGroup<T> {
  readonly category: string;
  readonly items: readonly T[];
}

export type Reader = Pick<Locale, "tag">;
// Never the machine's language.
export const ENGLISH: Reader = { tag: "en" };
const collators: Record<string, Intl.Collator> = {};

/** The reader's alphabetical order; texts that collate as equal are ordered by their code units. */
export function compareText(a: string, b: string, { tag } = ENGLISH): number {
  if (a === b) return 0;
  collators[tag] ??= new Intl.Collator(tag);
  return collators[tag].compare(a, b) || (a < b ? -1 : 1);
}

/** By category, then title; the id decides between equal ones, so that the order never jumps. */
export function compareTasks(a: Task, b: Task, reader: Reader): number {
  return (
    compareText(a.category, b.category, reader) ||
    compareText(a.title, b.title, reader) ||
    (a.id < b.id ? -1 : 1)
  );
}

/** The tasks by category and title. */
export function tasksInOrder(tasks: readonly Task[], reader: Reader = ENGLISH): Task[] {
  return [...tasks].sort((a, b) => compareTasks(a, b, reader));
}

/** Groups items that come in the order of their categories. */
export function groupByCategory<T extends { readonly task: Task }>(
  items: readonly T[],
): CategoryGroup<T>[] {
  const groups: { category: string; items: T[] }[] = [];
  for (const item of items) {
    const group = groups.at(-1);
    if (group?.category === item.task.category) group.items.push(item);
    else groups.push({ category: item.task.category, items: [item] });
  }
  return groups;
}

/** The distinct non-empty categories of the tasks, alphabetical. */
export function categoriesOf(tasks: readonly Task[], reader: Reader = ENGLISH): string[] {
  const categories = new Set(tasks.map((task) => task.category.trim()));
  categories.delete("");
  return [...categories].sort((a, b) => compareText(a, b, reader));
}
