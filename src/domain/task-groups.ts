import type { CalendarDate } from "./calendar-date.ts";
import { isDueToday, taskStatus } from "./day-status.ts";
import type { Task } from "./task.ts";

/** Categories and the order of tasks (spec §2). */

export interface CategoryGroup<T> {
  readonly category: string;
  readonly items: readonly T[];
}

// A fixed locale: the order must not depend on the machine's language.
const collator = new Intl.Collator("en");

/** Alphabetical order; texts that a reader takes for the same are told apart by their code units. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return collator.compare(a, b) || (a < b ? -1 : 1);
}

/** By category, then title; the id decides between equal ones, so that the order never jumps. */
export function compareTasks(a: Task, b: Task): number {
  return (
    compareText(a.category, b.category) || compareText(a.title, b.title) || (a.id < b.id ? -1 : 1)
  );
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

/** The groups of the Tasks tab: in each, overdue tasks first, then those due today, then by title. */
export function allTasks(
  tasks: readonly Task[],
  today: CalendarDate,
): CategoryGroup<{ readonly task: Task }>[] {
  const ranked = tasks.map((task) => ({ task, rank: urgency(task, today) }));
  ranked.sort(
    (a, b) =>
      compareText(a.task.category, b.task.category) ||
      a.rank - b.rank ||
      compareTasks(a.task, b.task),
  );
  return groupByCategory(ranked);
}

function urgency(task: Task, today: CalendarDate): number {
  if (taskStatus(task, today).kind === "overdue") return 0;
  return isDueToday(task, today) ? 1 : 2;
}

/** The distinct non-empty categories of the tasks, alphabetical (spec §2, the form's suggestions). */
export function categoriesOf(tasks: readonly Task[]): string[] {
  const categories = new Set(tasks.map((task) => task.category.trim()));
  categories.delete("");
  return [...categories].sort(compareText);
}
