import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { sideBySide } from "../../domain/joined.ts";
import type { Locale } from "../../domain/language/locale.ts";
import type { Message } from "../../domain/language/messages.ts";
import type { Frequency } from "../../domain/recurrence/recurrence-rule.ts";
import { simpleRepeat } from "../../domain/recurrence/repeat.ts";
import { FREQUENCY_NAMES, repeatText } from "../../domain/recurrence/rule-text.ts";
import {
  firstDay,
  type PastEffect,
  pastEffect,
  withEarlier,
  withSchedule,
} from "../../domain/tasks/schedule-change.ts";
import type { Task } from "../../domain/tasks/task.ts";
import {
  type EarlierSchedule,
  emptyFields,
  fieldsOf,
  scheduleOf,
  type TaskFields,
} from "../../domain/tasks/task-input.ts";
import { type Draft, scheduleChanged } from "./draft.ts";

/** From when on a changed schedule counts, and what the days before the first start were. */

export type ScheduleAnswer = Pick<TaskFields, "startDate" | "scheduleFrom"> & {
  readonly earlier?: EarlierSchedule;
};

/** How the days before the first start were scheduled: as now, at another frequency, or not due. */
export type EarlierKind = "as-now" | "not-due" | Frequency;

/** The choices for the days before the first start, the likeliest first. */
export function earlierChoices(draft: Draft, locale: Locale): (readonly [EarlierKind, string])[] {
  const { t } = locale;
  const others = (Object.entries(FREQUENCY_NAMES) as [Frequency, Message][]).filter(
    ([value]) => value !== draft.repeatValue || draft.season !== null,
  );
  return [
    ["as-now", t("As now: {repeat}", { repeat: repeatText(draft, locale) })],
    ...others.map(([value, name]) => [value, t(name)] as const),
    ["not-due", t("Not due")],
  ];
}

/** The first day of a task whose draft starts before it; null for any other. */
export function startsBefore(task: Task, draft: Draft): CalendarDate | null {
  const first = firstDay(task);
  return first !== null && draft.startDate < first ? first : null;
}

export const forThePast = ({ startDate }: Draft): ScheduleAnswer => ({
  startDate,
  scheduleFrom: null,
});

/** The days before the first one get a schedule of their own if the task starts earlier. */
export function fromToday(
  task: Task,
  draft: Draft,
  kind: EarlierKind,
  today: CalendarDate,
): ScheduleAnswer {
  const { startDate } = draft;
  if (startsBefore(task, draft) === null || kind === "not-due") {
    return { startDate, scheduleFrom: today };
  }
  const { endDate: _, ...earlier } = scheduleOf(
    kind === "as-now" ? draft : { ...emptyFields(startDate), ...simpleRepeat(kind) },
  );
  const isStartAlone = !scheduleChanged({ ...draft, startDate: task.startDate }, task);
  return isStartAlone
    ? { startDate: task.startDate, scheduleFrom: task.scheduleFrom, earlier }
    : { startDate, scheduleFrom: today, earlier };
}

/** Says how an answer changes the days before today; null when it changes nothing. */
export function effectOf(
  task: Task,
  draft: Draft,
  { earlier, ...answer }: ScheduleAnswer,
  today: CalendarDate,
  locale: Locale,
): string | null {
  const changed = withSchedule(task, { ...fieldsOf(draft), ...answer });
  const effect = pastEffect(task, earlier ? withEarlier(changed, earlier) : changed, today);
  return effectText(effect, locale);
}

/** '12 days become missed, 3 missed days vanish, 2 done days are no longer due'; null when nothing changes. */
function effectText(effect: PastEffect, locale: Locale): string | null {
  const { t } = locale;
  const { becomeMissed, noLongerMissed, doneNotDue } = effect;
  const parts = [
    becomeMissed > 0 &&
      t("{count, plural, one {# day becomes missed} other {# days become missed}}", {
        count: becomeMissed,
      }),
    noLongerMissed > 0 &&
      t("{count, plural, one {# missed day vanishes} other {# missed days vanish}}", {
        count: noLongerMissed,
      }),
    doneNotDue > 0 &&
      t(
        "{count, plural, one {# done day is no longer due} other {# done days are no longer due}}",
        {
          count: doneNotDue,
        },
      ),
  ].filter((part) => part !== false);
  return parts.length > 0 ? sideBySide(parts, locale) : null;
}
