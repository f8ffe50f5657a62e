import { type CalendarDate, toDayNumber } from "../dates/calendar-date.ts";
import { listed } from "../joined.ts";
import type { Locale } from "../language/locale.ts";
import { isSettled } from "../recurrence/task-schedule.ts";
import { nameIn, type Task } from "../tasks/task.ts";
import { onDayText } from "./turn-words.ts";

/** A turn that somebody asks the viewer to take. */
export interface OpenOffer {
  readonly task: Task;
  /** the person who asks */
  readonly from: string;
  /** in their order */
  readonly days: readonly CalendarDate[];
}

/** The turns that others have offered to the viewer or to everybody, from today on, one for each task and person. */
export function offersToMe(tasks: readonly Task[], today: CalendarDate): OpenOffer[] {
  return tasks.flatMap((task) => {
    const me = task.household?.me;
    const days = new Map<string, CalendarDate[]>();
    for (const { day, from, to } of task.offers) {
      const isToMe = from !== me && (to === null || to === me);
      if (!isToMe || day < today || isSettled(task, toDayNumber(day))) continue;
      days.set(from, [...(days.get(from) ?? []), day].sort());
    }
    return [...days].map(([from, asked]) => ({ task, from, days: asked }));
  });
}

/** The name of who asks, for the text that begins with it. */
export const askerName = ({ task, from }: OpenOffer): string => nameIn(task, from) ?? "?";

/** 'on Sunday', 'today and tomorrow', 'on Monday and 3 other days' */
export function offeredDaysText({ days }: OpenOffer, today: CalendarDate, locale: Locale): string {
  const [first, second, ...others] = days;
  if (first === undefined) return "";
  const { t } = locale;
  const day = onDayText(first, today, locale);
  if (second === undefined) return day;
  return others.length > 0
    ? t("{day} and {count, plural, one {# other day} other {# other days}} // 'on Monday'", {
        ...{ day, count: others.length + 1 },
      })
    : listed([day, onDayText(second, today, locale)], locale);
}
