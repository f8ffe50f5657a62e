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
  skipped: "status.future",
  missed: "status.missed",
  "put-off": "status.future",
  paused: "border.control",
  "due-future": "status.future",
  "due-today": "status.today",
};
