import type { Locale } from "../language/locale.ts";
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
 * 'because “dishwasher done”, by Home Assistant' of what made a task due that waited; null where nothing did, or its
 * interval came first, which its schedule says.
 */
export function becauseText(task: Waiting, locale: Locale): string | null {
  const { happened } = task;
  if (!happened || happenedDay(task) === null || firstByInterval(task) !== null) return null;
  const what = locale.t("because “{what}” // why it is due", {
    what: happenedText(happened.name, happened.number, locale),
  });
  return withDoor(what, happened, locale);
}
