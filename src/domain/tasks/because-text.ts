import { type CalendarDate, toDayNumber } from "../dates/calendar-date.ts";
import type { Locale } from "../language/locale.ts";
import { afterDoneText } from "../recurrence/duration-text.ts";
import { type DueRules, firstByInterval, happenedDay } from "../recurrence/task-schedule.ts";
import { withDoor } from "./door.ts";
import type { Task } from "./task.ts";

type Waiting = Pick<
  DueRules,
  "waitsFor" | "afterDone" | "startDate" | "scheduleFrom" | "completedDays" | "skippedDays"
> &
  Pick<Task, "happened">;

/** 'Drier hours: 312' of what happened with a reading, else its name. */
export const happenedText = (name: string, number: number | undefined, { t }: Locale): string =>
  number === undefined
    ? name
    : t("{what}: {number, number} // a meter and what it reads", { what: name, number });

/**
 * 'because “dishwasher done”, by Home Assistant' of what made a task due that waited, or '6 months after it was done';
 * null where neither did.
 */
export function becauseText(task: Waiting, today: CalendarDate, locale: Locale): string | null {
  const { happened, waitsFor, afterDone } = task;
  const day = waitsFor ? firstByInterval(task) : null;
  if (day !== null) {
    const isDone = task.completedDays.size + task.skippedDays.size > 0;
    return isDone && day <= toDayNumber(today) ? afterDoneText(afterDone ?? "", locale) : null;
  }
  if (happened === null || happenedDay(task) === null) return null;
  const what = locale.t("because “{what}” // why it is due", {
    what: happenedText(happened.name, happened.number, locale),
  });
  return withDoor(what, happened, locale);
}
