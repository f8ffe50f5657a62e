import type { DayStatus } from "../../domain/tasks/day-status.ts";

export const STATUS_NAMES: Record<DayStatus, string> = {
  completed: "Completed",
  missed: "Missed",
  "due-future": "Due Future",
  "due-today": "Due Today",
};
