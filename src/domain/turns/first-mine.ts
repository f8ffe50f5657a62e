import type { CalendarDate } from "../dates/calendar-date.ts";
import type { Task } from "../tasks/task.ts";
import type { CategoryGroup } from "../tasks/task-groups.ts";
import { turnOf } from "./turn-words.ts";

interface Row {
  readonly task: Task;
  readonly dueDate?: CalendarDate;
  readonly latest?: CalendarDate | null;
}

/** The groups in which the viewer has a turn first, and their turns first in each; the rest keeps its order. */
export function mineFirst<Item extends Row>(
  groups: readonly CategoryGroup<Item>[],
  today: CalendarDate,
): CategoryGroup<Item>[] {
  const isMine = ({ task, dueDate, latest }: Item) =>
    turnOf(task, dueDate ?? latest ?? today, today)?.isMine === true;
  const first = <One>(ones: readonly One[], test: (one: One) => boolean) => [
    ...ones.filter(test),
    ...ones.filter((one) => !test(one)),
  ];
  const sorted = groups.map(({ category, items }) => ({ category, items: first(items, isMine) }));
  return first(sorted, ({ items }) => items.some(isMine));
}
