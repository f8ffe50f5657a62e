import type { DayStatus } from "../../domain/tasks/day-status.ts";

export const STATUS_NAMES: Record<DayStatus, string> = {
  completed: "Completed",
  skipped: "Skipped",
  missed: "Missed",
  "put-off": "Put off",
  paused: "Paused",
  "due-future": "Due Future",
  "due-today": "Due Today",
};

export const STATUS_COLOURS: Record<DayStatus, string> = {
  completed: "status.completed",
  skipped: "fg.muted",
  missed: "status.missed",
  "put-off": "status.future",
  paused: "fg.muted",
  "due-future": "status.future",
  "due-today": "status.today",
};

/** Nothing is due on the days of a pause: hatched, beside their sign. */
export const HATCHED =
  "repeating-linear-gradient(135deg, transparent 0 5px, {colors.border} 5px 7px)";
