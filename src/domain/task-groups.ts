import type { CalendarDate } from "./calendar-date.ts";
import { isDueToday, missedDays } from "./day-status.ts";
import type { Task } from "./task.ts";

/** Categories and the order of tasks (spec §2). */

export interface CategoryGroup<T> {
  readonly category: string;
  readonly items: readonly T[];
}

// A fixed locale: the order must not depend on the machine's language.
const { compare } = new Intl.Collator("en");

/** Alphabetical order; texts that a reader takes for the same are told apart by their code units. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return compare(a, b) || (a < b ? -1 : 1);
}

/** By category, then title; the id decides between equal ones, so that the order never jumps. */
function compareTasks(a: Task, b: Task): number {
  return (
    compareText(a.category, b.category) || compareText(a.title, b.title) || (a.id < b.id ? -1 : 1)
  );
}

/** Where each task, by its id, stood the last time. */
let latestPlaces = new Map<string, number>();

/**
 * The tasks by category and title. A tick changes one task of many, and comparing texts is slow:
 * sorting starts from the order found last, where nearly every task stands right already.
 */
export function tasksInOrder(tasks: readonly Task[]): Task[] {
  const placed: Task[] = new Array(latestPlaces.size);
  const unknown: Task[] = [];
  for (const task of tasks) {
    const place = latestPlaces.get(task.id);
    if (place === undefined || placed[place] !== undefined) unknown.push(task);
    else placed[place] = task;
  }
  const sorted = [...placed.filter(Boolean), ...unknown].sort(compareTasks);
  latestPlaces = new Map(sorted.map(({ id }, place) => [id, place]));
  return sorted;
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
  const ranked = tasksInOrder(tasks).map((task) => ({ task, rank: urgency(task, today) }));
  return groupByCategory(ranked).map(({ category, items }) => ({
    category,
    items: [...items].sort((a, b) => a.rank - b.rank), // keeps the order by title
  }));
}

function urgency(task: Task, today: CalendarDate): number {
  if (missedDays(task, today).length > 0) return 0;
  return isDueToday(task, today) ? 1 : 2;
}

/** The distinct non-empty categories of the tasks, alphabetical (spec §2, the form's suggestions). */
export function categoriesOf(tasks: readonly Task[]): string[] {
  const categories = new Set(tasks.map((task) => task.category.trim()));
  categories.delete("");
  return [...categories].sort(compareText);
}
