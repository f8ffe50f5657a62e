import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { type Corrected, correctedWhen, doneWhen, recordedDay } from "../dates/done-when.ts";
import { formatDate } from "../dates/format-date.ts";
import { joined } from "../joined.ts";
import { isolated } from "../language/isolated.ts";
import type { Locale } from "../language/locale.ts";
import { repeatText } from "../recurrence/rule-text.ts";
import { checklistChangeText } from "./checklist.ts";
import { type Door, viaText } from "./door.ts";
import { personName, SOMEONE_WHO_LEFT, type Task } from "./task.ts";
import {
  changedInSchedule,
  nameOfField,
  type ScheduleFields,
  type TaskFields,
} from "./task-input.ts";

/** The events of a task in words. */

/** As it was then: a field that came later is absent. */
type RecordedSchedule = Partial<TaskFields> & Pick<TaskFields, "startDate" | "repeatValue">;

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
  /** of somebody who did it before an import */
  readonly name?: string;
  /** titles, schedules, the lines of a checklist or what was corrected */
  readonly before?: string | RecordedSchedule | readonly string[] | RecordedDone | null;
  readonly after?: string | RecordedSchedule | readonly string[] | RecordedDone | null;
  readonly from?: CalendarDate | null;
  /** of an interval task: the day on which it was due */
  readonly due?: CalendarDate;
}

/** When something was done and, where that was corrected, by whom. */
interface RecordedDone extends Corrected {
  readonly people?: readonly string[];
}

/** Texts of events without details, after the name of who made them. */
const PLAIN: Readonly<Record<string, string>> = {
  paused: "paused it",
  resumed: "ended the pause",
  created: "created it",
  imported: "imported it, with its history",
  turn_taken: "took the turn",
  turn_offer_withdrawn: "no longer offers the turn",
  moved: "changed whose it is",
  shared: "changed with whom it is shared",
  deleted: "deleted it",
  restored: "brought it back",
};

/** The household's absences, without the person who entered them. */
const AWAY = {
  paused: "Nobody is at home",
  resumed: "Somebody is at home after all",
} as const;

const DONE: Readonly<Record<string, string>> = { done: "did it", skipped: "skipped it" };

/**
 * 'Bob skipped it', 'You changed the schedule from weekly to daily, from Nov 22, 2026 on'. Which days it
 * is about is `daysText`.
 */
export const eventText = (
  event: RecordedEvent,
  task: EventTask,
  viewerId: string,
  locale: Locale,
): string => deedText(event, task, viewerId, locale) + viaText(event.details);

function deedText(event: RecordedEvent, task: EventTask, viewerId: string, locale: Locale): string {
  const { kind, details } = event;
  const { actor, doer, isSame } = namesOf(event, task, viewerId);
  const when = details.doneOn ? ` on ${correctedWhen(details.doneOn, details.doneAt, locale)}` : "";
  switch (kind) {
    case "done":
    case "skipped":
      return isSame
        ? `${doer} ${DONE[kind]}${when}`
        : `${actor} marked it ${kind}${when} for ${inSentence(doer)}`;
    case "undone": {
      const what = details.status === "skipped" ? "skipped" : "did";
      return isSame
        ? `${actor} took back that ${actor === "You" ? "you" : "they"} ${what} it`
        : `${actor} took back that ${inSentence(doer)} ${what} it`;
    }
    case "corrected":
      return `${actor} corrected ${correctionText(event, task, doer, locale)}`;
    case "noted":
      return details.note
        ? `${actor} wrote a note: “${isolated(details.note)}”`
        : `${actor} took the note away`;
    case "put_off":
      return details.to
        ? `${actor} put it off to ${formatDate(details.to, locale)}`
        : `${actor} put it back`;
    case "renamed":
      return `${actor} renamed it from “${titleOf(details.before)}” to “${titleOf(details.after)}”`;
    case "schedule_changed":
      return `${actor} ${scheduleText(details, locale)}`;
    case "started_earlier":
      return `${actor} ${earlierText(details, locale)}`;
    case "schedule_undone":
      return `${actor} undid the change for the past${againText(details, locale)}`;
    case "checklist_changed":
      return `${actor} ${checklistChangeText(linesOf(details.before), linesOf(details.after))}`;
    case "paused":
    case "resumed":
      return details.away ? AWAY[kind] : `${actor} ${PLAIN[kind]}`;
    case "turn_given":
      return `${actor} gave the turn to ${inSentence(doer)}`;
    case "turn_returned":
      return isSame
        ? `${actor} returned the turn`
        : `${actor} returned the turn that ${inSentence(doer)} had`;
    case "turn_offered":
      return details.people
        ? `${actor} offered the turn to ${inSentence(doer)}`
        : `${actor} offered the turn`;
    case "left":
      return doer === SOMEONE_WHO_LEFT ? "Someone left" : `${doer} left`;
    default:
      return `${actor} ${PLAIN[kind] ?? "changed it"}`;
  }
}

type EventTask = Pick<Task, "people"> & Partial<Pick<Task, "household">>;

/** 'who did it: Carol instead of Alice, and when: Nov 23, 2026 at 10:00 PM' */
function correctionText(
  { details }: RecordedEvent,
  task: EventTask,
  doer: string,
  locale: Locale,
): string {
  const [before, after] = [doneOf(details.before), doneOf(details.after)];
  const former = details.name === undefined ? inSentence(doer) : isolated(details.name);
  const who =
    after.people &&
    `who did it: ${inSentence(namesOfPeople(after.people, task))} instead of ${former}`;
  const isOther = before.doneOn !== after.doneOn || before.doneAt !== after.doneAt;
  const when = after.doneOn
    ? correctedWhen(after.doneOn, after.doneAt, locale)
    : "when it was ticked";
  if (!isOther) return who ?? "it";
  return who ? `${who}, and when: ${when}` : `when it was done: ${when}`;
}

const doneOf = (value: EventDetails["before"]): RecordedDone =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as RecordedDone)
    : {};

const personOf = (task: EventTask, id: string) => {
  const name = personName(task, id);
  return name === "You" ? name : isolated(name);
};

const namesOfPeople = (people: readonly string[], task: EventTask) =>
  joined(people.map((id) => personOf(task, id))) || SOMEBODY;

/** Names who made an event, who did the task, and whether they are the same. */
function namesOf(event: RecordedEvent, task: EventTask, viewerId: string) {
  const { by = null, people, via } = event.details;
  // By a household's door nobody is signed in.
  const isNobody = via !== undefined && event.userId === null;
  const actor = event.personId
    ? personOf(task, event.personId)
    : isNobody
      ? SOMEBODY
      : nameOf(event.userId, task.people, viewerId);
  if (people) {
    const isSame = isNobody
      ? event.kind !== "undone"
      : people.length === 1 && people[0] === event.personId;
    return { actor, doer: namesOfPeople(people, task), isSame };
  }
  const isSame = event.userId === by || (event.userId === null && event.kind !== "undone");
  return { actor, doer: nameOf(by, task.people, viewerId), isSame };
}

const SOMEBODY = "Somebody";

/** 'You', a name, or 'Someone who left' for those without one. */
function nameOf(userId: string | null, people: Task["people"], viewerId: string): string {
  if (userId === viewerId) return "You";
  const name = userId === null ? undefined : people[userId];
  return name === undefined ? SOMEONE_WHO_LEFT : isolated(name);
}

const titleOf = (value: EventDetails["before"]) => isolated(String(value ?? ""));

const linesOf = (value: EventDetails["before"]): readonly string[] =>
  Array.isArray(value) ? value : [];

/** As it reads in the middle of a sentence. */
function inSentence(name: string): string {
  return ["You", SOMEBODY, SOMEONE_WHO_LEFT].includes(name) ? lowerFirst(name) : name;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** 'weekly': on which day says the start, which is told beside it. */
const rhythm = (schedule: RecordedSchedule, locale: Locale) =>
  lowerFirst(repeatText({ ...schedule, startDate: "" }, locale));

/** The fields of a schedule that `scheduleText` tells in words of their own; any other by its name. */
const WORDED: readonly (keyof ScheduleFields)[] = [
  ...(["startDate", "endDate"] as const),
  ...(["repeatValue", "customRrule", "customRruleText", "afterDone"] as const),
];

function scheduleText({ before, after, from }: EventDetails, locale: Locale): string {
  if (!isSchedule(before) || !isSchedule(after)) return "changed the schedule";
  const [old, now] = [rhythm(before, locale), rhythm(after, locale)];
  const parts = [
    old !== now && `the schedule from ${old} to ${now}`,
    before.startDate !== after.startDate &&
      `its start from ${formatDate(before.startDate, locale)} to ${formatDate(after.startDate, locale)}`,
    before.endDate !== after.endDate &&
      `its end from ${end(before, locale)} to ${end(after, locale)}`,
    ...changedInSchedule(before, after)
      .filter((name) => !WORDED.includes(name))
      .map((name) => `its ${lowerFirst(nameOfField(name) ?? name)}`),
    (String(before.roster ?? []) !== String(after.roster ?? []) ||
      (before.turnLength ?? "each") !== (after.turnLength ?? "each")) &&
      "whose turn it is",
  ].filter((part) => part !== false);
  const since = from ? `, from ${formatDate(from, locale)} on` : ", for the past too";
  return `changed ${joined(parts) || "the schedule"}${since}`;
}

/** 'added the days before Nov 1, 2026: weekly from Oct 1, 2026 on' */
function earlierText({ after, from }: EventDetails, locale: Locale): string {
  if (!from || !isSchedule(after)) return "added the days before its start";
  const how = `${rhythm(after, locale)} from ${formatDate(after.startDate, locale)} on`;
  return `added the days before ${formatDate(from, locale)}: ${how}`;
}

const againText = ({ after }: EventDetails, locale: Locale) =>
  isSchedule(after) ? `: ${rhythm(after, locale)} again` : "";

const isSchedule = (value: EventDetails["before"]): value is RecordedSchedule =>
  typeof value === "object" && value !== null && "startDate" in value;

const end = ({ endDate }: RecordedSchedule, locale: Locale) =>
  endDate ? formatDate(endDate, locale) : "never";

interface Range {
  readonly first: CalendarDate;
  /** included */
  readonly last: CalendarDate;
}

const RANGE = /\[(\d{4}-\d\d-\d\d),(\d{4}-\d\d-\d\d)\)/g;

/** The ranges of a datemultirange such as `{[2026-11-01,2026-11-03),[2026-11-05,2026-11-06)}`. */
function rangesOf(multirange: string): Range[] {
  return [...multirange.matchAll(RANGE)].map(([, first = "", end = ""]) => ({
    first,
    last: fromDayNumber(toDayNumber(end) - 1),
  }));
}

const lengthOf = ({ first, last }: Range) => toDayNumber(last) - toDayNumber(first) + 1;

/** How many days a datemultirange has. */
function countDays(multirange: string): number {
  return rangesOf(multirange).reduce((sum, range) => sum + lengthOf(range), 0);
}

/** 'Nov 3, 2026', 'Nov 3, 2026 to Nov 5, 2026' or '12 days from Nov 3, 2026 to Nov 20, 2026'. */
export function daysText(multirange: string, locale: Locale): string {
  const ranges = rangesOf(multirange);
  const [first, last] = [ranges[0]?.first, ranges.at(-1)?.last];
  if (first === undefined || last === undefined) return "";
  if (first === last) return formatDate(first, locale);
  const span = `${formatDate(first, locale)} to ${formatDate(last, locale)}`;
  return ranges.length === 1 ? span : `${countDays(multirange)} days from ${span}`;
}

/** The day of a datemultirange that has no other; null for none and for several. */
export function onlyDay(multirange: string | null): CalendarDate | null {
  const [range, ...others] = rangesOf(multirange ?? "");
  return range && others.length === 0 && range.first === range.last ? range.first : null;
}

/** Milliseconds: what came sooner has not waited for a network, but for an answer. */
const WORTH_SAYING = 60_000;

/** ' · arrived at 8:00 PM' of what has waited for a network, else nothing. */
export function arrivedText(
  { happenedAt, arrivedAt, timeZone }: RecordedEvent,
  viewerZone: string,
  locale: Locale,
): string {
  if (!arrivedAt || Date.parse(arrivedAt) - Date.parse(happenedAt) < WORTH_SAYING) return "";
  const day = recordedDay({ at: happenedAt, timeZone });
  return ` · arrived ${doneWhen({ at: arrivedAt, timeZone }, day, viewerZone, locale)}`;
}
