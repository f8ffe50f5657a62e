import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { doneWhen } from "../../domain/dates/done-when.ts";
import { ERROR_TEXTS, isErrorCode } from "../../domain/tasks/error-codes.ts";
import type { Untaken } from "../../sync/waiting.ts";

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
  unreadable: "This version can't read it.",
  NOTE_CHANGED: "Somebody else wrote a note meanwhile.",
  COMPLETION_NOT_YOURS: "Somebody else did it, and only they can undo it.",
};

const OTHER_REASON = "The server could not take it.";

/** 'Done at 8:00 AM', by this device's clock. */
export function deedText({ kind, madeAt }: Untaken, today: CalendarDate, timeZone: string): string {
  return `${DEEDS[kind]} ${doneWhen({ at: madeAt, timeZone }, today, timeZone)}`;
}

/** 'Alice was first, at 8:05 AM.' */
export function outcomeText(
  { kind, outcome }: Untaken,
  today: CalendarDate,
  timeZone: string,
): string {
  switch (outcome.kind) {
    case "first": {
      const when = doneWhen(outcome, today, timeZone);
      const what = kind === "undo" ? "has done it since" : "was first";
      return `${outcome.name} ${what}, ${when}.`;
    }
    case "clock":
      return "It is recorded, but not as of then: the clock was changed, or it waited for over 30 days.";
    case "refused": {
      const { code, message } = outcome;
      const known = isErrorCode(code) ? ERROR_TEXTS[code] : undefined;
      return message ?? REASONS[code] ?? known ?? OTHER_REASON;
    }
  }
}
