import type { Locale } from "../language/locale.ts";
import { type DueRules, firstByInterval, happenedDay } from "../recurrence/task-schedule.ts";
import { withDoor } from "./door.ts";
import type { Task } from "./task.ts";

type Waiting = Pick<
  DueRules,
  "waitsFor" | "afterDone" | "startDate" | "scheduleFrom" | "completedDays" | "skippedDays"
> &
  Pick<Task, "happened">;

/**
 * 'because “dishwasher done”, by Home Assistant' of what made a task due that waited; null where nothing did, or its
 * interval came first, which its schedule says.
 */
export function becauseText(task: Waiting, locale: Locale): string | null {
  const { happened } = task;
  if (!happened || happenedDay(task) === null || firstByInterval(task) !== null) return null;
  const because = locale.t("because “{what}” // why it is due", { what: happened.name });
  return withDoor(because, happened, locale);
}
