import { type CalendarDate, fromDayNumber, toDayNumber } from "../domain/dates/calendar-date.ts";
import { doneWhen } from "../domain/dates/done-when.ts";
import { formatDate, relativeInSentence } from "../domain/dates/format-date.ts";
import type { Locale } from "../domain/language/locale.ts";
import { inEnglish, type Message, msg } from "../domain/language/messages.ts";
import { withDoor } from "../domain/tasks/door.ts";
import { isErrorCode } from "../domain/tasks/error-codes.ts";
import { ERROR_TEXTS } from "../domain/tasks/error-texts.ts";
import { SOMEONE_WHO_LEFT } from "../domain/tasks/task.ts";
import type { TaskChange } from "../sync/task-change.ts";
import type { First } from "../sync/waiting/storage.ts";
import type { Untaken } from "../sync/waiting/waiting.ts";

/** Texts for changes that were not taken, or only in part. */

const DEEDS: Readonly<Record<TaskChange["kind"], Message>> = {
  create: msg("New task // a change that was made, in a list of them"),
  update: msg("Edit // a change that was made, in a list of them"),
  delete: msg("Change // a change that was made, in a list of them"),
  restore: msg("Restored // a change that was made, in a list of them"),
  leave: msg("Left // a change that was made, in a list of them"),
  complete: msg("Done // a change that was made, in a list of them"),
  skip: msg("Skipped // a change that was made, in a list of them"),
  undo: msg("Undone // a change that was made, in a list of them"),
  correct: msg("Corrected // a change that was made, in a list of them"),
  "catch-up": msg("Caught up // a change that was made, in a list of them"),
  "undo-catch-up": msg("Catch-up undone // a change that was made, in a list of them"),
  "put-off": msg("Put off // a change that was made, in a list of them"),
  note: msg("Note // a change that was made, in a list of them"),
  "check-line": msg("Checklist // a change that was made, in a list of them"),
  "take-turns": msg("Turn taken // a change that was made, in a list of them"),
  "give-turns": msg("Turn given // a change that was made, in a list of them"),
  "return-turns": msg("Turn returned // a change that was made, in a list of them"),
  "offer-turns": msg("Turn offered // a change that was made, in a list of them"),
  "withdraw-offers": msg("Offer withdrawn // a change that was made, in a list of them"),
  pause: msg("Pause // a change that was made, in a list of them"),
  "undo-schedule": msg("Schedule // a change that was made, in a list of them"),
};

const REASONS: Readonly<Record<string, Message>> = {
  deleted: msg("It was deleted meanwhile."),
  left: msg("You no longer take part."),
  "not-created": msg("The new task was not saved."),
  unreadable: msg("This version can't read it."),
  NOTE_CHANGED: msg("Somebody else wrote a note meanwhile."),
  COMPLETION_NOT_YOURS: msg("Somebody else did it, and only they can undo it."),
};

const OTHER_REASON = msg("The server could not save it.");

/** The reader's day, time zone (an IANA name) and date style. */
export interface Reader {
  readonly today: CalendarDate;
  readonly timeZone: string;
  readonly locale: Locale;
}

/** 'Done for yesterday, at 8:00 AM', by this device's clock. */
export function deedText({ change, madeAt }: Pick<Untaken, "change" | "madeAt">, reader: Reader) {
  const { today, timeZone, locale } = reader;
  const { t } = locale;
  const deed = t(DEEDS[change.kind]);
  const days = daysText(daysOf(change), reader);
  const when = doneWhen({ at: madeAt, timeZone }, today, timeZone, locale);
  return days
    ? t("{deed} for {days}, {when} // 'Done', 'yesterday', 'at 8:00 PM'", { deed, days, when })
    : t("{deed} {when} // 'Done', 'at 8:00 PM'", { deed, when });
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
const SINCE: Readonly<Record<string, Message>> = {
  done: msg("{who, select, you {You have done it since} other {{name} has done it since}}"),
  skipped: msg(
    "{who, select, you {You have skipped it since} other {{name} has skipped it since}}",
  ),
  undone: msg(
    "{who, select, you {You have taken it back since} other {{name} has taken it back since}}",
  ),
  put_off: msg(
    "{who, select, you {You have put it off since} other {{name} has put it off since}}",
  ),
  corrected: msg(
    "{who, select, you {You have corrected it since} other {{name} has corrected it since}}",
  ),
  noted: msg(
    "{who, select, you {You have written another note} other {{name} has written another note}}",
  ),
  checked: msg("{who, select, you {You have ticked it since} other {{name} has ticked it since}}"),
  unchecked: msg(
    "{who, select, you {You have taken its tick back since} other {{name} has taken its tick back since}}",
  ),
};
const CHANGED = msg(
  "{who, select, you {You have changed it since} other {{name} has changed it since}}",
);

const FIRST = {
  done: msg("{who, select, you {You were first: done} other {{name} was first: done}}"),
  skipped: msg("{who, select, you {You were first: skipped} other {{name} was first: skipped}}"),
} as const;
const FIRST_FOR = {
  done: msg(
    "{who, select, you {You were first: done for {days}} other {{name} was first: done for {days}}}",
  ),
  skipped: msg(
    "{who, select, you {You were first: skipped for {days}} other {{name} was first: skipped for {days}}}",
  ),
} as const;

/** Names are stored in English where they are no person's. */
const NAMES: Readonly<Record<string, Message>> = {
  [inEnglish(SOMEONE_WHO_LEFT)]: SOMEONE_WHO_LEFT,
  Somebody: msg("Somebody"),
};

/** 'Alice was first: done for yesterday', 'You have put it off since' */
function whatCameFirst(
  { name: stored, status = "done", days: runs, ...door }: First,
  kind: TaskChange["kind"],
  reader: Reader,
): string {
  const { t } = reader.locale;
  const name = NAMES[stored];
  const whose = { who: stored === "You" ? "you" : "other", name: name ? t(name) : stored };
  const isSettled = status === "done" || status === "skipped";
  if (isSettled && ["complete", "skip", "catch-up", "put-off"].includes(kind)) {
    const days = daysText(runs, reader);
    const text = days ? t(FIRST_FOR[status], { ...whose, days }) : t(FIRST[status], whose);
    return withDoor(text, door, reader.locale);
  }
  return withDoor(t(SINCE[status] ?? CHANGED, whose), door, reader.locale);
}

/** 'yesterday', 'Nov 3, 2026 and 5 other days'; empty for none */
function daysText(runs: First["days"] = [], { today, locale }: Reader): string {
  const [[first = 0] = []] = runs;
  const count = runs.reduce((sum, [, length = 0]) => sum + length, 0);
  if (count === 0) return "";
  const day = dayText(fromDayNumber(first), today, locale);
  return count === 1
    ? day
    : locale.t("{day} and {count, plural, one {# other day} other {# other days}} // 'yesterday'", {
        ...{ day, count: count - 1 },
      });
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
  const { t } = locale;
  switch (outcome.kind) {
    case "first": {
      const { others = [], taken } = outcome;
      const said = [outcome, ...others].map((first) =>
        t("{what}, {when}. // 'Alice was first: done', 'at 8:05 AM'", {
          what: whatCameFirst(first, kind, reader),
          when: doneWhen(first, today, timeZone, locale),
        }),
      );
      const part = taken
        ? [
            t("{count, plural, one {# day was} other {# days were}} taken. // of a change", {
              count: taken,
            }),
          ]
        : [];
      return [...part, ...said].join(" ");
    }
    case "clock":
      return t(
        "It is recorded, but with a later time: the clock was changed, or it waited for over 30 days.",
      );
    case "refused": {
      const { code, message } = outcome;
      const known = isErrorCode(code) ? ERROR_TEXTS[code] : undefined;
      if (message)
        return message
          .split("\n")
          .map((issue) => t(issue))
          .join(" ");
      return t(REASONS[code] ?? known ?? OTHER_REASON);
    }
  }
}
