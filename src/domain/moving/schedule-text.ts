import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import { formatDate, formatNextDate } from "../dates/format-date.ts";
import type { Locale } from "../language/locale.ts";
import type { ImportEntry } from "../portability/import-input.ts";
import { nextDatesText } from "../recurrence/next-dates.ts";
import { repeatText } from "../recurrence/rule-text.ts";
import { type DueRules, isOneAtATime, taskDays } from "../recurrence/task-schedule.ts";
import { emptyFields, type TaskFields } from "../tasks/task-input.ts";

const SHOWN_DATES = 3;

/**
 * 'Every 2 weeks, from Nov 22, 2026: Sun, Nov 22 · Sun, Dec 6 · Sun, Dec 20', with the next dates from `today` on. A
 * task with one occurrence at a time has the day on which that is due, by what its file says was done; it may be past.
 */
export function scheduleText(
  { fields, ...past }: Pick<ImportEntry, "fields"> & Past,
  locale: Locale,
  today: CalendarDate,
): string {
  const task = { ...emptyFields(today), ...fields } as unknown as TaskFields;
  const said = locale.t("{repeat}, from {date} // 'Every 2 weeks', 'Nov 22, 2026'", {
    repeat: repeatText(task, locale),
    date: formatDate(task.startDate, locale),
  });
  const next = isOneAtATime(task)
    ? openDate(task, past, today, locale)
    : nextDatesText(task, today, locale);
  if (next === null || typeof next === "string") return said;
  const dates = next.slice(0, SHOWN_DATES).join(" · ");
  return locale.t("{schedule}: {dates} // 'Every 2 weeks', 'Sun, Nov 22; Sun, Dec 6'", {
    schedule: said,
    dates,
  });
}

type Past = Omit<Partial<ImportEntry>, "fields">;

function openDate(task: TaskFields, past: Past, today: CalendarDate, locale: Locale) {
  const { openDay } = taskDays({
    ...task,
    scheduleFrom: null,
    formerSchedules: [],
    happened: past.happened ?? null,
    putOffs: past.putOffs ?? [],
    pausedDays: daysOf(past.pausedDays ?? []),
    completedDays: settledBy(past),
    skippedDays: DaySet.empty,
  } as DueRules);
  return openDay === null ? null : [formatNextDate(fromDayNumber(openDay), today, locale)];
}

/** The days that are done or skipped. */
const settledBy = ({ completions = [], catchUps = [] }: Past): DaySet =>
  DaySet.fromDays(completions.flatMap(({ days }) => days.map(([day]) => toDayNumber(day)))).union(
    daysOf(catchUps.flatMap(({ days }) => days)),
  );

/** @param ranges first and last days */
const daysOf = (ranges: readonly (readonly [CalendarDate, CalendarDate])[]): DaySet =>
  DaySet.fromRuns(
    ranges.map(([first, last]) => [toDayNumber(first), toDayNumber(last) - toDayNumber(first) + 1]),
  );
