import { fromDayNumber } from "../dates/calendar-date.ts";
import { formatCount } from "../format-count.ts";
import { agoText, daysText, percentText } from "./figure-texts.ts";
import type { TaskFigures } from "./task-figures.ts";

export interface FigureColumn {
  readonly name: string;
  readonly definition: string;
  readonly text: (figures: TaskFigures, today: number) => string;
  readonly value: (figures: TaskFigures) => number | string | null;
}

const round = (part: number | null) => (part === null ? null : Math.round(part * 1000) / 1000);

export const FIGURE_COLUMNS: readonly FigureColumn[] = [
  {
    name: "Done",
    definition: "How many of its days in the period are done, early and late ones among them.",
    text: ({ done }) => formatCount(done),
    value: ({ done }) => done,
  },
  {
    name: "Missed",
    definition:
      "How many of its days in the period were due and neither done nor skipped by the end.",
    text: ({ missed }) => formatCount(missed),
    value: ({ missed }) => missed,
  },
  {
    name: "On time",
    definition:
      "Of what was done or missed, the part that was done on its day or before. What was caught up on, or ticked later without saying when it was done, counts as late.",
    text: ({ onTime }) => percentText(onTime),
    value: ({ onTime }) => round(onTime),
  },
  {
    name: "Usually late",
    definition:
      "By how many days it is late in the middle: half of the times it was later, half of the times sooner. On time counts as 0.",
    text: ({ usualLateness }) => daysText(usualLateness),
    value: ({ usualLateness }) => usualLateness,
  },
  {
    name: "Longest gap",
    definition: "The most days from one day that is done to the next, or to the end of the period.",
    text: ({ longestGap }) => daysText(longestGap),
    value: ({ longestGap }) => longestGap,
  },
  {
    name: "Last done",
    definition: "The latest day that is done, until the end of the period.",
    text: ({ lastDone }, today) => agoText(lastDone, today),
    value: ({ lastDone }) => (lastDone === null ? null : fromDayNumber(lastDone)),
  },
  {
    name: "Steady",
    definition:
      "The average of its last 100 days, done (100 %) or missed (0 %), where older ones count less: half as much after 13. One missed day costs about 5 %, which wears off. Tasks due some time after they were done have none: they can’t be missed.",
    text: ({ steadiness }) => percentText(steadiness),
    value: ({ steadiness }) => round(steadiness),
  },
];
