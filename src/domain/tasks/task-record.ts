import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { formatDate } from "../dates/format-date.ts";
import { repeatText } from "../recurrence/rule-text.ts";
import { checklistChangeText } from "./checklist.ts";
import type { Task } from "./task.ts";

/** Something that happened to a task, as the database wrote it down. */
export interface RecordedEvent {
  readonly id: number;
  /** ISO instant */
  readonly happenedAt: string;
  /** whoever did it; null when that person has closed their account */
  readonly userId: string | null;
  readonly kind: string;
  /** the days that it is about, as Postgres writes a datemultirange; null when it is about the task */
  readonly days: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

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
export function countDays(multirange: string): number {
  return rangesOf(multirange).reduce((sum, range) => sum + lengthOf(range), 0);
}

/** 'Nov 3, 2026', 'Nov 3, 2026 to Nov 5, 2026' or '12 days from Nov 3, 2026 to Nov 20, 2026'. */
export function daysText(multirange: string): string {
  const ranges = rangesOf(multirange);
  const [first, last] = [ranges[0]?.first, ranges.at(-1)?.last];
  if (first === undefined || last === undefined) return "";
  if (first === last) return formatDate(first);
  const span = `${formatDate(first)} to ${formatDate(last)}`;
  return ranges.length === 1 ? span : `${countDays(multirange)} days from ${span}`;
}

/** Keeps a text of somebody's from turning the words around it. */
const isolated = (text: unknown) => `\u2068${String(text ?? "")}\u2069`;

/**
 * What happened, to be read after the name of whoever did it: 'skipped Nov 3, 2026'.
 * `nameOf` says who a user id is.
 */
export function eventText(
  { kind, days, details, userId }: RecordedEvent,
  nameOf: (userId: string | null) => string,
): string {
  const when = days === null ? "" : daysText(days);
  switch (kind) {
    case "created":
      return "added the task";
    case "imported":
      return "imported it, with its history";
    case "renamed":
      return `renamed it from ${isolated(details.before)} to ${isolated(details.after)}`;
    case "schedule_changed":
      return scheduleText(details);
    case "checklist_changed":
      return checklistChangeText(details.before as string[], details.after as string[]);
    case "paused":
      return `paused it: ${when}`;
    case "resumed":
      return `ended its pause: ${when}`;
    case "deleted":
      return "deleted it";
    case "restored":
      return "brought it back";
    case "put_off":
      return details.to
        ? `put ${when} off to ${formatDate(String(details.to))}`
        : `put ${when} back`;
    case "noted":
      return details.note
        ? `wrote about ${when}: ${isolated(details.note)}`
        : `took the note on ${when} away`;
    case "done": {
      const by = (details.by ?? null) as string | null;
      return by === userId
        ? `did it: ${when}`
        : `marked it as done by ${isolated(nameOf(by))}: ${when}`;
    }
    case "skipped":
      return `skipped it: ${when}`;
    case "undone":
      return `took back ${details.status === "skipped" ? "a skip" : "a tick"}: ${when}`;
    case "shared":
      return "shared it";
    case "left":
      return details.by === userId ? "left it" : "ended a share";
    default:
      return "changed it";
  }
}

type Repeat = Pick<Task, "repeatValue" | "customRrule" | "customRruleText">;

function scheduleText({ before, after, from }: RecordedEvent["details"]): string {
  const [old, now] = [before, after].map((schedule) => repeatText(schedule as Repeat));
  const what = old === now ? "" : ` from ${old} to ${now}`;
  const since = typeof from === "string" ? `, as of ${formatDate(from)}` : "";
  return `changed when it is due${what}${since}`;
}
