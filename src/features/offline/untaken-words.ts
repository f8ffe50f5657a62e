import { type CalendarDate, fromDayNumber } from "../../domain/dates/calendar-date.ts";
import type { DateStyle } from "../../domain/dates/date-style.ts";
import { doneWhen } from "../../domain/dates/done-when.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { ERROR_TEXTS, isErrorCode } from "../../domain/tasks/error-codes.ts";
import type { First } from "../../sync/waiting/storage.ts";
import type { Untaken } from "../../sync/waiting/waiting.ts";

/** What is said of a change that waited for the network and was not taken. */

const DEEDS: Readonly<Record<Untaken["kind"], string>> = {
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

/** 'Done at 8:00 AM', by this device's clock. */
export function deedText(
  { kind, madeAt }: Untaken,
  today: CalendarDate,
  timeZone: string,
  style: DateStyle,
): string {
  return `${DEEDS[kind]} ${doneWhen({ at: madeAt, timeZone }, today, timeZone, style)}`;
}

/** What was done with it later than what waited, by the kind of its event. */
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

/** 'Alice was first', 'You have put it off since' */
function whatCameFirst({ name, status = "done" }: First, kind: Untaken["kind"]): string {
  const isYou = name === "You";
  const isSettled = status === "done" || status === "skipped";
  if (isSettled && ["complete", "skip", "catch-up", "put-off"].includes(kind))
    return `${name} ${isYou ? "were" : "was"} first`;
  return `${name} ${isYou ? "have" : "has"} ${SINCE[status] ?? "changed it since"}`;
}

/** ' on Nov 3 and 5 other days' */
function daysText(runs: First["days"] = [], style: DateStyle): string {
  const [[first = 0] = []] = runs;
  const count = runs.reduce((sum, [, length = 0]) => sum + length, 0);
  const more = count > 1 ? ` and ${count - 1} other ${count === 2 ? "day" : "days"}` : "";
  return count > 0 ? ` on ${formatDate(fromDayNumber(first), style)}${more}` : "";
}

/** 'Alice was first, at 8:05 AM.' */
export function outcomeText(
  { kind, outcome }: Untaken,
  today: CalendarDate,
  timeZone: string,
  style: DateStyle,
): string {
  switch (outcome.kind) {
    case "first": {
      const { others = [], taken } = outcome;
      const said = [outcome, ...others].map((first) => {
        const days = kind === "catch-up" ? daysText(first.days, style) : "";
        return `${whatCameFirst(first, kind)}${days}, ${doneWhen(first, today, timeZone, style)}.`;
      });
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
