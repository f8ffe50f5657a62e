import type { CalendarDate } from "../dates/calendar-date.ts";
import { formatDate } from "../dates/format-date.ts";
import { listed } from "../joined.ts";
import type { Locale } from "../language/locale.ts";
import { type Message, msg } from "../language/messages.ts";
import type { Who } from "../language/who.ts";
import { inSentence, repeatText } from "../recurrence/rule-text.ts";
import { changedInSchedule, type ScheduleFields, type TaskFields } from "./task-input.ts";

/** The events of a task's schedule in words. */

/** As it was then: a field that came later is absent. */
export type RecordedSchedule = Partial<TaskFields> & Pick<TaskFields, "startDate" | "repeatValue">;

interface Details {
  readonly before?: unknown;
  readonly after?: unknown;
  readonly from?: CalendarDate | null;
}

export const isSchedule = (value: unknown): value is RecordedSchedule =>
  typeof value === "object" && value !== null && "startDate" in value;

/** 'weekly': on which day says the start, which is told beside it. */
function rhythm(schedule: RecordedSchedule, locale: Locale): string {
  return inSentence(repeatText({ ...schedule, startDate: "" }, locale), locale);
}

/** Fields that are told with what they were. */
type Told =
  | "startDate"
  | "endDate"
  | "repeatValue"
  | "customRrule"
  | "customRruleText"
  | "afterDone"
  | "waitsFor"
  | "waitsAmount";

/** The others, by their names alone. */
const NAMES: Readonly<Record<Exclude<keyof ScheduleFields, Told>, Message>> = {
  season: msg("its season // what was changed of a schedule: the months in which a task applies"),
};
const isNamed = (field: string): field is keyof typeof NAMES => Object.hasOwn(NAMES, field);

/** 'Bob changed the schedule from weekly to daily and its season, from Nov 22, 2026 on' */
export function scheduleChangedText(actor: Who, details: Details, locale: Locale): string {
  const { t } = locale;
  const { before, after, from } = details;
  const { who, name } = actor;
  if (!isSchedule(before) || !isSchedule(after)) {
    return t("{who, select, you {You changed the schedule} other {{name} changed the schedule}}", {
      who,
      name,
    });
  }
  const parts = changesOf(before, after, locale);
  const changes = listed(
    parts.length > 0 ? parts : [t("the schedule // what was changed")],
    locale,
  );
  return from
    ? t(
        "{who, select, you {You changed {changes}, from {date} on} other {{name} changed {changes}, from {date} on}} // a list: the schedule from weekly to daily and its season",
        { who, name, changes, date: formatDate(from, locale) },
      )
    : t(
        "{who, select, you {You changed {changes}, for the past too} other {{name} changed {changes}, for the past too}} // a list: the schedule from weekly to daily and its season",
        { who, name, changes },
      );
}

function changesOf(before: RecordedSchedule, after: RecordedSchedule, locale: Locale): string[] {
  const { t } = locale;
  const rhythms = { before: rhythm(before, locale), after: rhythm(after, locale) };
  const end = ({ endDate }: RecordedSchedule) =>
    endDate ? formatDate(endDate, locale) : t("never // instead of the date of an end");
  return [
    rhythms.before !== rhythms.after &&
      t("the schedule from {before} to {after} // what was changed: from weekly to daily", rhythms),
    before.startDate !== after.startDate &&
      t("its start from {before} to {after} // what was changed: dates", {
        before: formatDate(before.startDate, locale),
        after: formatDate(after.startDate, locale),
      }),
    before.endDate !== after.endDate &&
      t("its end from {before} to {after} // what was changed: dates, or never", {
        before: end(before),
        after: end(after),
      }),
    ...changedInSchedule(before, after)
      .filter(isNamed)
      .map((name) => t(NAMES[name])),
    (String(before.roster ?? []) !== String(after.roster ?? []) ||
      (before.turnLength ?? "each") !== (after.turnLength ?? "each")) &&
      t("whose turn it is // what was changed"),
  ].filter((part) => part !== false);
}

/** 'Bob added the days before Nov 1, 2026: weekly from Oct 1, 2026 on' */
export function startedEarlierText(actor: Who, { after, from }: Details, locale: Locale): string {
  const { t } = locale;
  const { who, name } = actor;
  if (!from || !isSchedule(after)) {
    return t(
      "{who, select, you {You added the days before its start} other {{name} added the days before its start}}",
      { who, name },
    );
  }
  return t(
    "{who, select, you {You added the days before {date}: {rhythm} from {start} on} other {{name} added the days before {date}: {rhythm} from {start} on}} // the rhythm is as 'weekly'",
    {
      ...{ who, name, rhythm: rhythm(after, locale) },
      date: formatDate(from, locale),
      start: formatDate(after.startDate, locale),
    },
  );
}

/** 'Bob undid the change for the past: weekly again' */
export function scheduleUndoneText(actor: Who, { after }: Details, locale: Locale): string {
  const { t } = locale;
  const { who, name } = actor;
  return isSchedule(after)
    ? t(
        "{who, select, you {You undid the change for the past: {rhythm} again} other {{name} undid the change for the past: {rhythm} again}} // the rhythm is as 'weekly'",
        { who, name, rhythm: rhythm(after, locale) },
      )
    : t(
        "{who, select, you {You undid the change for the past} other {{name} undid the change for the past}}",
        { who, name },
      );
}
