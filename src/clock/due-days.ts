import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { type DueDays, dueDays, type ScheduledTask } from "../domain/tasks/day-status.ts";

interface Entry extends DueDays {
  readonly today: CalendarDate;
}

const entries = new WeakMap<ScheduledTask, Entry>();

/** What is due of a task, worked out once a day: a tick changes one task, and the lists ask all. */
export function dueDaysOf(task: ScheduledTask, today: CalendarDate): DueDays {
  let entry = entries.get(task);
  if (entry?.today !== today) {
    entry = { today, ...dueDays(task, today) };
    entries.set(task, entry);
  }
  return entry;
}
