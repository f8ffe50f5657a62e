import type { DayStatus } from "../../domain/tasks/day-status.ts";

/** A second sign beside the colour: a tick, a cross, a circle, a circle with a dot. */
const DRAWINGS: Record<DayStatus, string> = {
  completed: "M2.5 6.5l2.5 2.5 4.5-5.5",
  skipped: "M3 3l3 3-3 3M6.5 3l3 3-3 3",
  missed: "M3 3l6 6M9 3l-6 6",
  "put-off": "M2.5 6h7M6.5 3l3 3-3 3",
  paused: "M4 3v6M8 3v6",
  "due-future": "M6 9.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z",
  "due-today": "M6 9.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM6 6v.01",
};

export function StatusIcon({ status }: { status: DayStatus }) {
  return (
    <svg
      viewBox="0 0 12 12"
      width="12"
      height="12"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={DRAWINGS[status]} />
    </svg>
  );
}
