import type { CalendarDate } from "../dates/calendar-date.ts";
import type { Locale } from "../language/locale.ts";
import { type DueDays, dueDays } from "./day-status.ts";
import { finishedStatus } from "./status-text.ts";
import type { Task } from "./task.ts";

/** Categories and the order of tasks. */

export interface CategoryGroup<T> {
  readonly category: string;
  readonly items: readonly T[];
}

type Reader = Pick<Locale, "tag">;
// Never the machine's language.
const ENGLISH: Reader = { tag: "en" };
const collators: Record<string, Intl.Collator> = {};

/** The reader's alphabetical order; texts that collate as equal are ordered by their code units. */
export function compareText(a: string, b: string, { tag } = ENGLISH): number {
  if (a === b) return 0;
  collators[tag] ??= new Intl.Collator(tag);
  return collators[tag].compare(a, b) || (a < b ? -1 : 1);
}

/** By category, then title; the id decides between equal ones, so that the order never jumps. */
function compareTasks(a: Task, b: Task, reader: Reader): number {
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

/** The groups of the Tasks tab: in each, overdue tasks first, then those due today, then by title. */
export function allTasks(
  tasks: readonly Task[],
  today: CalendarDate,
  reader: Reader = ENGLISH,
): CategoryGroup<{ readonly task: Task }>[] {
  const ranked = tasksInOrder(tasks, reader).map((task) => ({
    task,
    rank: urgency(dueDays(task, today)),
  }));
  return groupByCategory(ranked).map(({ category, items }) => ({
    category,
    items: [...items].sort((a, b) => a.rank - b.rank), // keeps the order by title
  }));
}

function urgency({ missedCount, isDueToday }: DueDays): number {
  if (missedCount > 0) return 0;
  return isDueToday ? 1 : 2;
}

/** The tasks of which something is open or to come, and the finished ones, the latest first. */
export function activeAndFinished(
  tasks: readonly Task[],
  today: CalendarDate,
  reader: Reader = ENGLISH,
): { readonly active: readonly Task[]; readonly finished: readonly Task[] } {
  const active: Task[] = [];
  const ended: { task: Task; date: CalendarDate }[] = [];
  for (const task of tasks) {
    if (dueDays(task, today).isFinished)
      ended.push({ task, date: finishedStatus(task, today).date });
    else active.push(task);
  }
  ended.sort((a, b) => compareText(b.date, a.date) || compareTasks(a.task, b.task, reader));
  return { active, finished: ended.map(({ task }) => task) };
}

/** The distinct non-empty categories of the tasks, alphabetical. */
export function categoriesOf(tasks: readonly Task[], reader: Reader = ENGLISH): string[] {
  const categories = new Set(tasks.map((task) => task.category.trim()));
  categories.delete("");
  return [...categories].sort((a, b) => compareText(a, b, reader));
}
