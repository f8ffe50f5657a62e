import { addDays } from "../../../src/domain/dates/calendar.ts";
import type { CalendarDate } from "../../../src/domain/dates/calendar-date.ts";
import { dayInZone } from "../../../src/domain/dates/time-zone.ts";
import { sideBySide } from "../../../src/domain/joined.ts";
import { isolated } from "../../../src/domain/language/isolated.ts";
import type { Locale } from "../../../src/domain/language/locale.ts";
import { scheduledDay } from "../../../src/domain/recurrence/task-schedule.ts";
import { doersName, hasOtherPeople, type Task } from "../../../src/domain/tasks/task.ts";
import { type Moment, todayBuckets } from "../../../src/domain/tasks/today.ts";
import { turnInSentence, turnOf } from "../../../src/domain/turns/turn-words.ts";

/** The content of a morning mail, by the rules of the Today tab. */

export interface MorningLine {
  readonly taskId: string;
  /** identifies the occurrence for its link, even if it was put off */
  readonly day: CalendarDate;
  readonly text: string;
}

export interface MorningContent {
  readonly due: readonly MorningLine[];
  /** the number of tasks with missed occurrences, folded on Today or not */
  readonly late: number;
  /** one line per person who did something in a shared task */
  readonly yesterday: readonly string[];
}

/**
 * The mail's content at a moment; null if nothing is due or late.
 * @param onlyMyTurns without what is somebody else's turn
 */
export function morningContent(
  tasks: readonly Task[],
  person: string,
  moment: Moment,
  locale: Locale,
  onlyMyTurns = false,
): MorningContent | null {
  const buckets = todayBuckets(tasks, moment);
  const isTold = (task: Task, day: CalendarDate) =>
    !onlyMyTurns || (turnOf(task, day, moment.today)?.isMine ?? true);
  const lateOf = (groups: typeof buckets.overdue) =>
    groups
      .flatMap(({ items }) => items)
      .filter((item) => {
        const day = item.kind === "missed" ? item.latest : item.isDone ? null : item.dueDate;
        return day !== null && isTold(item.task, day);
      });
  const active = buckets.active
    .flatMap(({ items }) => items)
    .filter(({ task, dueDate }) => isTold(task, dueDate));
  const overdue = lateOf(buckets.overdue);
  // Folded tasks aren't worth a mail.
  if (active.length + overdue.length === 0) return null;
  const due = active.map(({ task, dueDate, doneDate }) => {
    const turn = turnInSentence(task, dueDate, moment.today, locale);
    const title = isolated(task.title);
    const text = turn
      ? locale.t("{task}: {turn} // 'Dishes: your turn'", { task: title, turn })
      : task.title;
    return { taskId: task.id, day: scheduledDay(task, doneDate), text };
  });
  const late = overdue.length + lateOf(buckets.earlier).length;
  return { due, late, yesterday: doneYesterday(tasks, person, moment, locale) };
}

/** 'Anna: Dishes, Plants (3 days)', by what was ticked yesterday, whichever days it was for. */
function doneYesterday(
  tasks: readonly Task[],
  person: string,
  { today, timeZone }: Moment,
  locale: Locale,
): string[] {
  const { t } = locale;
  const yesterday = addDays(today, -1);
  const daysByName = new Map<string, Map<Task, number>>();
  for (const task of tasks) {
    if (!hasOtherPeople(task)) continue;
    const ticks = task.recentCompletions.map((one) => ({ ...one, days: 1 }));
    const catchUps = task.recentCatchUps.map((one) => ({ ...one, days: one.days.size }));
    for (const { status, completedAt, completedBy, people, days } of [...ticks, ...catchUps]) {
      if (status !== "done" || dayInZone(completedAt, timeZone) !== yesterday) continue;
      const name = doersName(task, { completedBy, people }, person, locale);
      const done = daysByName.get(name) ?? new Map<Task, number>();
      daysByName.set(name, done.set(task, (done.get(task) ?? 0) + days));
    }
  }
  return [...daysByName].map(([name, done]) => {
    const titles = [...done].map(([{ title }, days]) => {
      const task = isolated(title);
      if (days === 1) return task;
      return t("{task} ({days, plural, one {# day} other {# days}})", { task, days });
    });
    return t("{name}: {tasks} // who did which tasks", {
      name: isolated(name),
      tasks: sideBySide(titles, locale),
    });
  });
}
