import { type CalendarDate, fromDayNumber, toDayNumber } from "../domain/dates/calendar-date.ts";
import { doneWhen } from "../domain/dates/done-when.ts";
import { formatDate, relativeInSentence } from "../domain/dates/format-date.ts";
import type { Locale } from "../domain/language/locale.ts";
import { viaText } from "../domain/tasks/door.ts";
import { ERROR_TEXTS, isErrorCode } from "../domain/tasks/error-codes.ts";
import type { TaskChange } from "../sync/task-change.ts";
import type { First } from "../sync/waiting/storage.ts";
import type { Untaken } from "../sync/waiting/waiting.ts";

/** Texts for changes that were not taken, or only in part. */

const DEEDS: Readonly<Record<TaskChange["kind"], string>> = {
  create: "New task",
  update: "Edit",
  delete: "Change",
  restore: "Restored",
  leave: "Left",
  complete: "Done",
  skip: "Skipped",
  undo: "Undone",
  correct: "Corrected",
  "catch-up": "Caught up",
  "undo-catch-up": "Catch-up undone",
  "put-off": "Put off",
  note: "Note",
  "check-line": "Checklist",
  "take-turns": "Turn taken",
  "give-turns": "Turn given",
  "return-turns": "Turn returned",
  "offer-turns": "Turn offered",
  "withdraw-offers": "Offer withdrawn",
  pause: "Pause",
  "undo-schedule": "Schedule",
};

const REASONS: Readonly<Record<string, string>> = {
  deleted: "It was deleted meanwhile.",
  left: "You no longer take part.",
  "not-created": "The new task was not saved.",
  unreadable: "This version can't read it.",
  NOTE_CHANGED: "Somebody else wrote a note meanwhile.",
  COMPLETION_NOT_YOURS: "Somebody else did it, and only they can undo it.",
};

const OTHER_REASON = "The server could not save it.";

/** The reader's day, time zone (an IANA name) and date style. */
export interface Reader {
  readonly today: CalendarDate;
  readonly timeZone: string;
  readonly locale: Locale;
}

/** 'Done for yesterday, at 8:00 AM', by this device's clock. */
export function deedText({ change, madeAt }: Pick<Untaken, "change" | "madeAt">, reader: Reader) {
  const { today, timeZone, locale } = reader;
  const days = daysText(daysOf(change), reader);
  const when = doneWhen({ at: madeAt, timeZone }, today, timeZone, locale);
  return `${DEEDS[change.kind]}${days}${days && ","} ${when}`;
}

/** The days of whose occurrences a change that can wait tells, as runs. */
function daysOf(change: TaskChange): First["days"] {
  if (change.kind === "catch-up") return change.days;
  const day =
    ("date" in change && change.date) ||
    ("day" in change && change.day) ||
    ("dueDate" in change && change.dueDate);
  return day ? [[toDayNumber(day), 1]] : [];
}

/** Texts for later events that kept a waiting change from being taken, by kind. */
const SINCE: Readonly<Record<string, string>> = {
  done: "done it since",
  skipped: "skipped it since",
  undone: "taken it back since",
  put_off: "put it off since",
  corrected: "corrected it since",
  noted: "written another note",
  checked: "ticked it since",
  unchecked: "taken its tick back since",
};

/** 'Alice was first: done for yesterday', 'You have put it off since' */
function whatCameFirst(
  { name, status = "done", days, ...door }: First,
  kind: TaskChange["kind"],
  reader: Reader,
): string {
  const isYou = name === "You";
  const isSettled = status === "done" || status === "skipped";
  if (isSettled && ["complete", "skip", "catch-up", "put-off"].includes(kind))
    return `${name} ${isYou ? "were" : "was"} first: ${status}${daysText(days, reader)}${viaText(door)}`;
  return `${name} ${isYou ? "have" : "has"} ${SINCE[status] ?? "changed it since"}${viaText(door)}`;
}

/** ' for yesterday', ' for Nov 3, 2026 and 5 other days' */
function daysText(runs: First["days"] = [], { today, locale }: Reader): string {
  const [[first = 0] = []] = runs;
  const count = runs.reduce((sum, [, length = 0]) => sum + length, 0);
  const more = count > 1 ? ` and ${count - 1} other ${count === 2 ? "day" : "days"}` : "";
  return count > 0 ? ` for ${dayText(fromDayNumber(first), today, locale)}${more}` : "";
}

/** 'yesterday', 'today', 'tomorrow', else 'Nov 3, 2026' */
const dayText = (day: CalendarDate, today: CalendarDate, locale: Locale) =>
  Math.abs(toDayNumber(day) - toDayNumber(today)) <= 1
    ? relativeInSentence(day, today, locale)
    : formatDate(day, locale);

/** 'Alice was first: done for yesterday, at 8:05 AM.' */
export function outcomeText(
  { change: { kind }, outcome }: Pick<Untaken, "change" | "outcome">,
  reader: Reader,
): string {
  const { today, timeZone, locale } = reader;
  switch (outcome.kind) {
    case "first": {
      const { others = [], taken } = outcome;
      const said = [outcome, ...others].map(
        (first) =>
          `${whatCameFirst(first, kind, reader)}, ${doneWhen(first, today, timeZone, locale)}.`,
      );
      const part = taken ? [`${taken} ${taken === 1 ? "day was" : "days were"} taken.`] : [];
      return [...part, ...said].join(" ");
    }
    case "clock":
      return "It is recorded, but with a later time: the clock was changed, or it waited for over 30 days.";
    case "refused": {
      const { code, message } = outcome;
      const known = isErrorCode(code) ? ERROR_TEXTS[code] : undefined;
      return message ?? REASONS[code] ?? known ?? OTHER_REASON;
    }
  }
}
