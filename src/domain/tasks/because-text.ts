import type { Locale } from "../language/locale.ts";
import { type DueRules, happenedDay } from "../recurrence/task-schedule.ts";
import { withDoor } from "./door.ts";
import type { Task } from "./task.ts";

type Waiting = Pick<DueRules, "waitsFor" | "completedDays" | "skippedDays"> &
  Pick<Task, "happened">;

/** 'because “dishwasher done”, by Home Assistant' of what made a task due that waited; null where nothing did. */
export function becauseText(task: Waiting, locale: Locale): string | null {
  const { happened } = task;
  if (happened === null || happenedDay(task) === null) return null;
  const what = locale.t("because “{what}” // why it is due", { what: happened.name });
  return withDoor(what, happened, locale);
}
