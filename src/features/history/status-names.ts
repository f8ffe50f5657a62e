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
