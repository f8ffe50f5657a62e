import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { type DueDays, dueDays, type ScheduledTask } from "../domain/tasks/day-status.ts";

interface Entry {
  readonly today: CalendarDate;
  readonly due: DueDays;
}

const entries = new WeakMap<ScheduledTask, Entry>();

/** What is due of a task, cached for the day: a tick changes one task, the lists ask about all. */
export function dueDaysOf(task: ScheduledTask, today: CalendarDate): DueDays {
  let entry = entries.get(task);
  if (entry?.today !== today) {
    entry = { today, due: dueDays(task, today) };
    entries.set(task, entry);
  }
  return entry.due;
}
