import { addDays } from "../../../src/domain/dates/calendar.ts";
import type { CalendarDate } from "../../../src/domain/dates/calendar-date.ts";
import type { DateStyle } from "../../../src/domain/dates/date-style.ts";
import { formatDate, relativeDate } from "../../../src/domain/dates/format-date.ts";
import { dayInZone } from "../../../src/domain/dates/time-zone.ts";
import { formatCount } from "../../../src/domain/format-count.ts";
import { isolated } from "../../../src/domain/joined.ts";
import { scheduledDay } from "../../../src/domain/recurrence/task-schedule.ts";
import { doersName, hasOtherPeople, type Task } from "../../../src/domain/tasks/task.ts";
import { type Moment, type TodayGroup, todayBuckets } from "../../../src/domain/tasks/today.ts";
import { turnInSentence } from "../../../src/domain/turns/turn-words.ts";

/** What a morning mail says, by the rules of the Today tab. */

export interface MorningLine {
  readonly taskId: string;
  /** by which its link finds the occurrence, wherever it is by then */
  readonly day: CalendarDate;
  readonly text: string;
}

export interface MorningContent {
  readonly due: readonly MorningLine[];
  /** one for each task */
  readonly late: readonly MorningLine[];
  /** one for each person who did something in a shared task */
  readonly yesterday: readonly string[];
}

/** The mail's content at a moment, for a person who writes dates like this; null when nothing is due and nothing late. */
export function morningContent(
  tasks: readonly Task[],
  person: string,
  moment: Moment,
  style: DateStyle,
): MorningContent | null {
  const { active, overdue } = todayBuckets(tasks, moment);
  const due = active
    .flatMap(({ items }) => items)
    .map(({ task, dueDate, doneDate }) => {
      const turn = turnInSentence(task, dueDate, moment.today);
      const text = turn ? `${isolated(task.title)}: ${turn}` : task.title;
      return { taskId: task.id, day: scheduledDay(task, doneDate), text };
    });
  const late = overdue.flatMap(({ items }) =>
    items.flatMap((item) => lateLine(item, moment.today, style)),
  );
  if (due.length + late.length === 0) return null;
  return { due, late, yesterday: doneYesterday(tasks, person, moment) };
}

function lateLine(
  item: TodayGroup["items"][number],
  today: CalendarDate,
  style: DateStyle,
): MorningLine[] {
  const { task } = item;
  const whose = (day: CalendarDate) => {
    const turn = turnInSentence(task, day, today);
    return turn ? `, ${turn}` : "";
  };
  if (item.kind === "missed" && item.latest !== null) {
    const latest = inSentence(item.latest, today, style) + whose(item.latest);
    const text = `${formatCount(item.count)} missed, latest ${latest}`;
    return [
      {
        taskId: task.id,
        day: scheduledDay(task, item.latest),
        text: `${isolated(task.title)}: ${text}`,
      },
    ];
  }
  if (item.kind !== "occurrence" || item.isDone) return [];
  // An interval task is open, not missed.
  const text = `${item.doneDate === today ? "due" : "missed"} ${inSentence(item.dueDate, today, style)}${whose(item.dueDate)}`;
  return [
    {
      taskId: task.id,
      day: scheduledDay(task, item.doneDate),
      text: `${isolated(task.title)}: ${text}`,
    },
  ];
}

/** 'Anna: Dishes, Plants (3 days)', by what was ticked yesterday, whichever days it was ticked for. */
function doneYesterday(
  tasks: readonly Task[],
  person: string,
  { today, timeZone }: Moment,
): string[] {
  const yesterday = addDays(today, -1);
  const daysByName = new Map<string, Map<Task, number>>();
  for (const task of tasks) {
    if (!hasOtherPeople(task)) continue;
    const ticks = task.recentCompletions.map((one) => ({ ...one, days: 1 }));
    const catchUps = task.recentCatchUps.map((one) => ({ ...one, days: one.days.size }));
    for (const { status, completedAt, completedBy, people, days } of [...ticks, ...catchUps]) {
      if (status !== "done" || dayInZone(completedAt, timeZone) !== yesterday) continue;
      const name = doersName(task, { completedBy, people }, person);
      const done = daysByName.get(name) ?? new Map<Task, number>();
      daysByName.set(name, done.set(task, (done.get(task) ?? 0) + days));
    }
  }
  return [...daysByName].map(([name, done]) => {
    const titles = [...done].map(
      ([{ title }, days]) => isolated(title) + (days > 1 ? ` (${formatCount(days)} days)` : ""),
    );
    return `${isolated(name)}: ${titles.join(", ")}`;
  });
}

/** 'yesterday', '3 days ago' or 'on Nov 3, 2026' */
function inSentence(date: CalendarDate, today: CalendarDate, style: DateStyle): string {
  const text = relativeDate(date, today, style);
  return text === formatDate(date, style) ? `on ${text}` : text.toLowerCase();
}
