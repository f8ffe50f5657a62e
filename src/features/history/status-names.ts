import { type Message, msg } from "../../domain/language/messages.ts";
import type { DayStatus } from "../../domain/tasks/day-status.ts";

export const STATUS_NAMES: Record<DayStatus, Message> = {
  completed: msg("Completed // a day"),
  skipped: msg("Skipped // a day"),
  missed: msg("Missed // a day"),
  "put-off": msg("Put off // a day"),
  paused: msg("Paused // a day"),
  "due-future": msg("Due Future // a day"),
  "due-today": msg("Due Today // a day"),
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
