import type { CalendarDate } from "../dates/calendar-date.ts";
import { type Corrected, correctedWhen } from "../dates/done-when.ts";
import { formatDate } from "../dates/format-date.ts";
import { listed } from "../joined.ts";
import { isolated } from "../language/isolated.ts";
import type { Locale } from "../language/locale.ts";
import type { Who } from "../language/who.ts";
import { checklistChangeText } from "./checklist-change.ts";
import { type Door, withDoor } from "./door.ts";
import { AWAY, CHANGED, CLAIMED, DONE, PLAIN } from "./event-messages.ts";
import {
  isSchedule,
  type RecordedSchedule,
  scheduleChangedText,
  scheduleUndoneText,
  startedEarlierText,
} from "./schedule-event.ts";
import {
  namesAfter,
  namesBegin,
  namesWithYou,
  personName,
  SOMEONE_WHO_LEFT,
  type Task,
} from "./task.ts";

/** The events of a task in words. */

/** One event, as the database has appended it. */
export interface RecordedEvent {
  readonly id: number;
  readonly kind: string;
  /** ISO instant */
  readonly happenedAt: string;
  /** ISO instant: when it came, where it had waited on a device without a network */
  readonly arrivedAt?: string | null;
  /** IANA name of the zone in which it was recorded */
  readonly timeZone: string;
  /** user id; null for somebody who has closed their account */
  readonly userId: string | null;
  /** as whom in the task's household; null for anybody else */
  readonly personId?: string | null;
  /** the days that it is about, as Postgres writes a datemultirange; null when it is about the task */
  readonly days: string | null;
  readonly details: EventDetails;
}

interface EventDetails extends Corrected, Door {
  /** whose completion it is, or who left */
  readonly by?: string | null;
  /** of a household's task: who did it, none for nobody in particular */
  readonly people?: readonly string[];
  readonly status?: string;
  /** null when it was taken away */
  readonly note?: string | null;
  /** the day to which an occurrence was put off */
  readonly to?: CalendarDate | null;
  /** of days on which nobody of its household is there */
  readonly away?: boolean;
  /** of deeds that somebody had imported in another one's name: whether these were theirs */
  readonly isMine?: boolean;
  /** of somebody who did it before an import */
  readonly name?: string;
  /** titles, schedules, the lines of a checklist or what was corrected */
  readonly before?: string | RecordedSchedule | readonly string[] | RecordedDone | null;
  readonly after?: string | RecordedSchedule | readonly string[] | RecordedDone | null;
  readonly from?: CalendarDate | null;
  /** what happened and made it due, and a meter's reading */
  readonly what?: string;
  readonly number?: number;
  /** of an interval task: the day on which it was due */
  readonly due?: CalendarDate;
}

/** When something was done and, where that was corrected, by whom. */
interface RecordedDone extends Corrected {
  readonly people?: readonly string[];
}

/** `within`: the name in the middle of a sentence, as its subject; `after`: after 'by' or 'for'. */
type Named = Who & { readonly within: string; readonly after: string };

/** Who did something: somebody, or several. */
type Doer = Omit<Named, "who"> & { readonly who: Named["who"] | "several" };

/**
 * 'Bob skipped it', 'You changed the schedule from weekly to daily, from Nov 22, 2026 on'. Which days it
 * is about is `forDaysText`.
 */
export const eventText = (
  event: RecordedEvent,
  task: EventTask,
  viewerId: string,
  locale: Locale,
): string => withDoor(deedText(event, task, viewerId, locale), event.details, locale);

function deedText(event: RecordedEvent, task: EventTask, viewerId: string, locale: Locale): string {
  const { t } = locale;
  const { kind, details } = event;
  const { actor, doer, isSame } = namesOf(event, task, viewerId, locale);
  const { who, name } = actor;
  switch (kind) {
    case "done":
    case "skipped":
      return doneText(kind, event, { actor, doer, isSame }, locale);
    case "undone": {
      const texts = DONE[details.status === "skipped" ? "skipped" : "done"];
      return isSame
        ? t(texts.takenBack, actor)
        : t(texts.othersTakenBack, { ...toward(actor, doer), whom: doer.within });
    }
    case "corrected":
      return correctedText(event, task, actor, doer, locale);
    case "noted":
      return details.note
        ? t(
            "{who, select, you {You wrote a note: “{note}”} other {{name} wrote a note: “{note}”}}",
            { who, name, note: isolated(details.note) },
          )
        : t("{who, select, you {You took the note away} other {{name} took the note away}}", actor);
    case "put_off":
      return details.to
        ? t("{who, select, you {You put it off to {date}} other {{name} put it off to {date}}}", {
            ...{ who, name, date: formatDate(details.to, locale) },
          })
        : t("{who, select, you {You put it back} other {{name} put it back}}", actor);
    case "happened":
      return details.number === undefined
        ? t("“{what}” happened", { what: details.what ?? "" })
        : t("{what}: {number, number} // a meter and what it reads", {
            what: details.what ?? "",
            number: details.number,
          });
    case "renamed":
      return t(
        "{who, select, you {You renamed it from “{before}” to “{after}”} other {{name} renamed it from “{before}” to “{after}”}}",
        { who, name, before: String(details.before ?? ""), after: String(details.after ?? "") },
      );
    case "schedule_changed":
      return scheduleChangedText(actor, details, locale);
    case "started_earlier":
      return startedEarlierText(actor, details, locale);
    case "schedule_undone":
      return scheduleUndoneText(actor, details, locale);
    case "checklist_changed":
      return checklistChangeText(actor, linesOf(details.before), linesOf(details.after), locale);
    case "paused":
    case "resumed":
      return details.away ? t(AWAY[kind]) : t(PLAIN[kind] ?? CHANGED, actor);
    case "turn_given":
    case "turn_returned":
    case "turn_offered":
      return turnText(kind, details, { actor, doer, isSame }, locale);
    case "claimed":
      return t(CLAIMED[details.isMine ? "mine" : "left"], {
        ...toward(actor, doer),
        whom: doer.within,
      });
    case "left":
      return doer.name === t(SOMEONE_WHO_LEFT)
        ? t("Someone left")
        : t("{who, select, you {You left} other {{name} left}} // a household", doer);
    default:
      return t(PLAIN[kind] ?? CHANGED, actor);
  }
}

interface Names {
  readonly actor: Named;
  readonly doer: Doer;
  readonly isSame: boolean;
}

/** The values of a sentence in which one did something to another: `toYou` is to the reader. */
const toward = (actor: Named, doer: Doer) => ({
  who: doer.who === "you" ? "toYou" : actor.who,
  name: actor.name,
  whom: doer.after,
});

function doneText(
  kind: "done" | "skipped",
  { details }: RecordedEvent,
  { actor, doer, isSame }: Names,
  locale: Locale,
): string {
  const { t } = locale;
  const texts = DONE[kind];
  if (!details.doneOn) return isSame ? t(texts.own, doer) : t(texts.others, toward(actor, doer));
  const when = correctedWhen(details.doneOn, details.doneAt, locale);
  return isSame
    ? t(texts.ownWhen, { ...doer, when })
    : t(texts.othersWhen, { ...toward(actor, doer), when });
}

function turnText(
  kind: "turn_given" | "turn_returned" | "turn_offered",
  { people }: EventDetails,
  { actor, doer, isSame }: Names,
  { t }: Locale,
): string {
  if (kind === "turn_given") {
    return t(
      "{who, select, you {You gave the turn to {whom}} toYou {{name} gave the turn to you} other {{name} gave the turn to {whom}}}",
      toward(actor, doer),
    );
  }
  if (kind === "turn_returned") {
    return isSame
      ? t("{who, select, you {You returned the turn} other {{name} returned the turn}}", actor)
      : t(
          "{who, select, you {You returned the turn that {whom} had} toYou {{name} returned the turn that you had} other {{name} returned the turn that {whom} had}}",
          toward(actor, doer),
        );
  }
  return people
    ? t(
        "{who, select, you {You offered the turn to {whom}} toYou {{name} offered the turn to you} other {{name} offered the turn to {whom}}}",
        toward(actor, doer),
      )
    : t("{who, select, you {You offered the turn} other {{name} offered the turn}}", actor);
}

type EventTask = Pick<Task, "people"> & Partial<Pick<Task, "household">>;

/** 'Bob corrected who did it: Carol instead of Alice, and when: Nov 23, 2026 at 10:00 PM' */
function correctedText(
  { details }: RecordedEvent,
  task: EventTask,
  { who, name }: Who,
  doer: Doer,
  locale: Locale,
): string {
  const { t } = locale;
  const [before, after] = [doneOf(details.before), doneOf(details.after)];
  const isOther = before.doneOn !== after.doneOn || before.doneAt !== after.doneAt;
  const people = {
    now: after.people ? namesOfPeople(after.people, task, locale).within : "",
    before: details.name ?? doer.after,
  };
  const when = after.doneOn
    ? correctedWhen(after.doneOn, after.doneAt, locale)
    : t("when it was ticked // instead of a date and a time");
  if (!after.people) {
    return isOther
      ? t(
          "{who, select, you {You corrected when it was done: {when}} other {{name} corrected when it was done: {when}}}",
          { who, name, when },
        )
      : t("{who, select, you {You corrected it} other {{name} corrected it}}", { who, name });
  }
  return isOther
    ? t(
        "{who, select, you {You corrected who did it: {now} instead of {before}, and when: {when}} other {{name} corrected who did it: {now} instead of {before}, and when: {when}}}",
        { who, name, ...people, when },
      )
    : t(
        "{who, select, you {You corrected who did it: {now} instead of {before}} other {{name} corrected who did it: {now} instead of {before}}}",
        { who, name, ...people },
      );
}

const doneOf = (value: EventDetails["before"]): RecordedDone =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isSchedule(value)
    ? (value as RecordedDone)
    : {};

const you = ({ t }: Locale): Named => ({
  who: "you",
  name: t("You"),
  within: t("you // subject: 'Bob and you did'"),
  after: t("you // after by or for"),
});

const called = (name: string, within = name): Named => ({
  who: "other",
  name,
  within,
  after: within,
});

const somebody = ({ t }: Locale) => called(t("Somebody"), t("somebody // in a sentence"));

const nameOfPerson = (id: string, task: EventTask, locale: Locale): Named =>
  id === task.household?.me ? you(locale) : called(personName(task, id, locale));

function namesOfPeople(people: readonly string[], task: EventTask, locale: Locale): Doer {
  const [only, ...others] = people;
  if (only === undefined) return somebody(locale);
  if (others.length === 0) return nameOfPerson(only, task, locale);
  return {
    who: "several",
    name: namesBegin(people, task, locale),
    within: listed(
      namesWithYou(people, task, locale.t("you // subject: 'Bob and you did'"), locale),
      locale,
    ),
    after: namesAfter(people, task, locale),
  };
}

/** Names who made an event, who did the task, and whether they are the same. */
function namesOf(event: RecordedEvent, task: EventTask, viewerId: string, locale: Locale): Names {
  const { by = null, people, via } = event.details;
  // By a household's door nobody is signed in.
  const isNobody = via !== undefined && event.userId === null;
  const actor = event.personId
    ? nameOfPerson(event.personId, task, locale)
    : isNobody
      ? somebody(locale)
      : nameOf(event.userId, task.people, viewerId, locale);
  if (people) {
    const isSame = isNobody
      ? event.kind !== "undone"
      : people.length === 1 && people[0] === event.personId;
    return { actor, doer: namesOfPeople(people, task, locale), isSame };
  }
  const isSame = event.userId === by || (event.userId === null && event.kind !== "undone");
  return { actor, doer: nameOf(by, task.people, viewerId, locale), isSame };
}

/** The reader, a name, or 'Someone who left' for those without one. */
function nameOf(
  userId: string | null,
  people: Task["people"],
  viewerId: string,
  locale: Locale,
): Named {
  if (userId === viewerId) return you(locale);
  const name = userId === null ? undefined : people[userId];
  if (name !== undefined) return called(name);
  const { t } = locale;
  return called(t(SOMEONE_WHO_LEFT), t("someone who left // in a sentence"));
}

const linesOf = (value: EventDetails["before"]): readonly string[] =>
  Array.isArray(value) ? value : [];
