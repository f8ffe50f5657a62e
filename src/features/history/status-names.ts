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
  missed: "status.missed",
  "due-future": "status.future",
  "due-today": "status.today",
};
