import { addDays } from "../dates/calendar.ts";
import type { CalendarDate } from "../dates/calendar-date.ts";
import { ONCE_RULE } from "../recurrence/custom-rule.ts";
import { nextOccurrence } from "../recurrence/recurrence.ts";
import { WEEKDAY_CODES, type WeekdayCode } from "../recurrence/recurrence-rule.ts";
import {
  afterDoneRepeat,
  type Repeat,
  ruleRepeat,
  simpleRepeat,
  weeklyOn,
} from "../recurrence/repeat.ts";
import type { Said } from "./read-phrase.ts";
import { durationOf, type Rhythm } from "./read-rhythm.ts";
import { spanAfter } from "./spans.ts";

/** The schedule that a line gives; null for parts it leaves open. */
export interface LineSchedule {
  readonly repeat: Repeat | null;
  /** the first day on which it is due */
  readonly startDate: CalendarDate | null;
  readonly endDate: CalendarDate | null;
}

interface Days {
  readonly today: CalendarDate;
  /** a start that what was said can't move */
  readonly startDate?: CalendarDate | undefined;
  /** whether a day alone is a task for that day, which it is unless something sounds like a rhythm */
  readonly isOnceByDay?: boolean;
}

/** The schedule of what was said; each kind was said at most once. */
export function scheduleOf(
  said: readonly Said[],
  { today, startDate, isOnceByDay = true }: Days,
): LineSchedule {
  const repeat = said.find((one) => one.kind === "repeat");
  const start = said.find((one) => one.kind === "start");
  const end = said.find((one) => one.kind === "end");
  const from = start?.date ?? (repeat?.rhythm === "once" ? repeat.date : null);
  const rhythm = repeat?.rhythm ?? (start?.isDay && isOnceByDay ? "once" : null);
  const first = startDate ?? (rhythm === null ? from : firstDay(rhythm, from ?? today));
  const endDate = end && (end.date ?? addDays(spanAfter(first ?? today, end.span), -1));
  return {
    repeat: rhythm && repeatOf(rhythm, first ?? today),
    startDate: first,
    endDate: endDate ?? null,
  };
}

/** The first day that the rhythm chooses, from a date on: intervals are counted from there. */
function firstDay(rhythm: Rhythm | "once", from: CalendarDate): CalendarDate {
  if (rhythm === "once" || rhythm.by === undefined) return from;
  const customRrule = ruleOf({ ...rhythm, interval: 1 });
  const schedule = { startDate: from, repeatValue: "custom", customRrule };
  return nextOccurrence(schedule, addDays(from, -1)) ?? from;
}

function ruleOf({ frequency, interval, by }: Rhythm): string {
  const every = interval > 1 ? `;INTERVAL=${interval}` : "";
  return `RRULE:FREQ=${frequency.toUpperCase()}${every}${by === undefined ? "" : `;${by}`}`;
}

function repeatOf(rhythm: Rhythm | "once", startDate: CalendarDate): Repeat {
  if (rhythm === "once") return ruleRepeat(ONCE_RULE);
  const { frequency, interval, by, isAfterDone } = rhythm;
  const afterDone = isAfterDone ? durationOf(rhythm) : null;
  if (afterDone !== null) return afterDoneRepeat(afterDone);
  if (interval === 1 && by === undefined) return simpleRepeat(frequency);
  if (interval > 1 || frequency !== "weekly") return ruleRepeat(ruleOf(rhythm));
  const days = (by ?? "").replace("BYDAY=", "").split(",") as WeekdayCode[];
  return days.length === WEEKDAY_CODES.length ? simpleRepeat("daily") : weeklyOn(days, startDate);
}
