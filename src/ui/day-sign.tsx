import type { DayMark } from "../domain/figures/heat-map.ts";
import type { DayStatus } from "../domain/tasks/day-status.ts";

const TICK = "M2.5 6.5l2.5 2.5 4.5-5.5";
const CIRCLE = "M6 9.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z";

const DRAWINGS: Record<DayStatus | DayMark, string> = {
  completed: TICK,
  done: TICK,
  late: "M6 2v4.25l3 2",
  partly: "M3 6h6",
  missed: "M3 3l6 6M9 3l-6 6",
  skipped: "M3 3l3 3-3 3M6.5 3l3 3-3 3",
  "put-off": "M2.5 6h7M6.5 3l3 3-3 3",
  paused: "M4 3v6M8 3v6",
  "due-future": CIRCLE,
  "due-today": `${CIRCLE}M6 6v.01`,
};

/** Colour isn't the only sign of a day's status. */
export const DaySign = ({ status }: { status: DayStatus | DayMark }) => (
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
