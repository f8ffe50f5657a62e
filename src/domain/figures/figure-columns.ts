import { fromDayNumber } from "../dates/calendar-date.ts";
import { formatCount } from "../format-count.ts";
import type { Locale } from "../language/locale.ts";
import { type Message, msg } from "../language/messages.ts";
import { agoText, daysText, percentText } from "./figure-texts.ts";
import type { TaskFigures } from "./task-figures.ts";

export interface FigureColumn {
  readonly name: Message;
  readonly definition: Message;
  readonly text: (figures: TaskFigures, today: number, locale: Locale) => string;
  readonly value: (figures: TaskFigures) => number | string | null;
}

const round = (part: number | null) => (part === null ? null : Math.round(part * 1000) / 1000);

export const FIGURE_COLUMNS: readonly FigureColumn[] = [
  {
    name: msg("Done // of figures: how many days are done"),
    definition: msg("How many of its days in the period are done, early and late ones among them."),
    text: ({ done }, _, locale) => formatCount(done, locale),
    value: ({ done }) => done,
  },
  {
    name: msg("Missed // of figures: how many days were missed"),
    definition: msg(
      "How many of its days in the period were due and neither done nor skipped by the end.",
    ),
    text: ({ missed }, _, locale) => formatCount(missed, locale),
    value: ({ missed }) => missed,
  },
  {
    name: msg("On time // of figures"),
    definition: msg(
      "Of what was done or missed, the part that was done on its day or before. What was caught up on, or ticked later without saying when it was done, counts as late.",
    ),
    text: ({ onTime }, _, locale) => percentText(onTime, locale),
    value: ({ onTime }) => round(onTime),
  },
  {
    name: msg("Usually late"),
    definition: msg(
      "By how many days it is late in the middle: half of the times it was later, half of the times sooner. On time counts as 0.",
    ),
    text: ({ usualLateness }, _, locale) => daysText(usualLateness, locale),
    value: ({ usualLateness }) => usualLateness,
  },
  {
    name: msg("Longest gap"),
    definition: msg(
      "The most days from one day that is done to the next, or to the end of the period.",
    ),
    text: ({ longestGap }, _, locale) => daysText(longestGap, locale),
    value: ({ longestGap }) => longestGap,
  },
  {
    name: msg("Last done"),
    definition: msg("The latest day that is done, until the end of the period."),
    text: ({ lastDone }, today, locale) => agoText(lastDone, today, locale),
    value: ({ lastDone }) => (lastDone === null ? null : fromDayNumber(lastDone)),
  },
  {
    name: msg("Steady // of figures: how steadily it is done"),
    definition: msg(
      "The average of its last 100 days, done (100 %) or missed (0 %), where older ones count less: half as much after 13. One missed day costs about 5 %, which wears off. Tasks due some time after they were done have none: they can’t be missed.",
    ),
    text: ({ steadiness }, _, locale) => percentText(steadiness, locale),
    value: ({ steadiness }) => round(steadiness),
  },
];
