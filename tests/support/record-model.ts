import { rfcOccurrences } from "./rfc5545-oracle.ts";

/**
 * For tests only: the status of every day of a task, rebuilt from its events alone. Shares no code
 * with `src/domain`; it goes day by day, so it is slow and obvious.
 */

/** Days from the first to the last, both included, as `yyyy-MM-dd`. */
export type Run = readonly [first: string, last: string];

export interface ModelSchedule {
  readonly startDate: string;
  readonly endDate: string | null;
  readonly repeatValue: string;
  readonly customRrule: string | null;
  readonly afterDone: string | null;
  readonly season: readonly number[] | null;
}

/** A row of `task_events`, with its days as runs. */
export interface ModelEvent {
  readonly kind: string;
  readonly days: readonly Run[];
  readonly details: Readonly<Record<string, unknown>>;
}

interface Version {
  /** the first day that it counts for; null for ever */
  readonly from: string | null;
  readonly schedule: ModelSchedule;
}

export interface Replayed {
  readonly versions: readonly Version[];
  readonly paused: ReadonlySet<string>;
  /** due date -> new date */
  readonly putOffs: ReadonlyMap<string, string>;
  readonly marks: ReadonlyMap<string, "done" | "skipped">;
  /** who did or skipped what is marked; null for somebody who has closed their account */
  readonly people: ReadonlyMap<string, unknown>;
  readonly notes: ReadonlyMap<string, string>;
  readonly title: string;
  readonly isDeleted: boolean;
}

const DAY_MS = 86_400_000;

export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

function* daysOf(runs: readonly Run[]) {
  for (const [first, last] of runs) {
    for (let day = first; day <= last; day = dayAfter(day, 1)) yield day;
  }
}

/** The multirange of a row, such as `{[2026-01-01,2026-01-03)}`, as runs. */
export function runsOf(multirange: string | null): Run[] {
  return [...(multirange ?? "").matchAll(/\[(\S+?),(\S+?)\)/g)].map(
    ([, first = "", next = ""]): Run => [first, dayAfter(next, -1)],
  );
}

/** Plays the events of a task in their order. */
export function replay(events: readonly ModelEvent[]): Replayed {
  let versions: Version[] = [];
  const paused = new Set<string>();
  const putOffs = new Map<string, string>();
  const marks = new Map<string, "done" | "skipped">();
  const people = new Map<string, unknown>();
  const notes = new Map<string, string>();
  let title = "";
  let isDeleted = false;
  for (const { kind, days, details } of events) {
    const [first] = daysOf(days);
    switch (kind) {
      case "created":
        title = String(details.title);
        versions = [
          {
            from: (details.from as string | null) ?? null,
            schedule: details as unknown as ModelSchedule,
          },
        ];
        break;
      case "schedule_changed": {
        const from = details.from as string | null;
        const schedule = details.after as ModelSchedule;
        if (from === null) versions = [];
        else if (versions.at(-1)?.from === from) versions.pop();
        versions.push({ from, schedule });
        break;
      }
      case "paused":
        for (const day of daysOf(days)) paused.add(day);
        break;
      case "resumed":
        for (const day of daysOf(days)) paused.delete(day);
        break;
      case "done":
      case "skipped":
        for (const day of daysOf(days)) {
          marks.set(day, kind);
          people.set(day, details.by);
        }
        break;
      case "undone":
        for (const day of daysOf(days)) {
          marks.delete(day);
          people.delete(day);
        }
        break;
      case "put_off":
        if (first === undefined) throw new Error("nothing was put off");
        if (details.to === null) putOffs.delete(first);
        else putOffs.set(first, details.to as string);
        break;
      case "noted":
        if (first === undefined) throw new Error("a note on no day");
        if (details.note === null) notes.delete(first);
        else notes.set(first, details.note as string);
        break;
      case "renamed":
        title = details.after as string;
        break;
      case "deleted":
      case "restored":
        isDeleted = kind === "deleted";
        break;
      case "checklist_changed":
      case "shared":
      case "left":
        break;
      default:
        throw new Error(`an event that nobody knows: ${kind}`);
    }
  }
  return { versions, paused, putOffs, marks, people, notes, title, isDeleted };
}

const cache = new Map<string, ReadonlySet<string>>();
const HORIZON = "2032-01-01";

/** Whether a repeating schedule has the day, within its start and end and in its season. */
function repeatsOn(schedule: ModelSchedule, day: string): boolean {
  const { startDate, endDate, repeatValue, customRrule, season } = schedule;
  if (day < startDate || (endDate !== null && day > endDate)) return false;
  if (season !== null && !season.includes(Number(day.slice(5, 7)))) return false;
  switch (repeatValue) {
    case "daily":
      return true;
    case "weekly":
      return ((Date.parse(day) - Date.parse(startDate)) / DAY_MS) % 7 === 0;
    case "monthly":
      return day.slice(8) === startDate.slice(8);
    case "yearly":
      return day.slice(5) === startDate.slice(5);
    default: {
      const rule = (customRrule ?? "").replace("RRULE:", "");
      const key = `${startDate} ${rule}`;
      const known =
        cache.get(key) ?? new Set(rfcOccurrences({ startDate, endDate: null, rule }, HORIZON));
      cache.set(key, known);
      return known.has(day);
    }
  }
}

/** The date so many days, weeks or months later; a month that is too short ends with its last day. */
export function later(date: string, duration: string): string {
  const count = Number(duration.slice(1, -1));
  if (duration.endsWith("D")) return dayAfter(date, count);
  if (duration.endsWith("W")) return dayAfter(date, 7 * count);
  const months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + count;
  const [year, month] = [Math.floor(months / 12), months % 12];
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(Number(date.slice(8)), length);
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

/** The day on which a task is open that is due so long after it was last done; null when it is over. */
export function openDay(task: Replayed): string | null {
  const { from, schedule } = task.versions.at(-1) as Version;
  const last = [...task.marks.keys()].sort().at(-1);
  const candidates = [
    schedule.startDate,
    from ?? "",
    last === undefined ? "" : later(last, schedule.afterDone ?? ""),
  ];
  let day = candidates.sort().at(-1) as string;
  const everyDay = { ...schedule, repeatValue: "daily" };
  for (let searched = 0; searched < 3000; searched += 1) {
    if (schedule.endDate !== null && day > schedule.endDate) return null;
    if (!task.paused.has(day) && repeatsOn(everyDay, day)) return day;
    day = dayAfter(day, 1);
  }
  return null;
}

/** The statuses of the days from the first to the last, as the app names them; null for nothing. */
export function statuses(
  task: Replayed,
  first: string,
  last: string,
  today: string,
): (string | null)[] {
  const { versions, paused, putOffs, marks } = task;
  const current = versions.at(-1) as Version;
  const open = current.schedule.afterDone === null ? null : openDay(task);
  const versionOf = (day: string) =>
    versions.findLast(({ from }, index) => index === 0 || (from !== null && from <= day)) ??
    current;
  const isIn = (version: Version, day: string) => {
    if (paused.has(day)) return false;
    if (version.schedule.afterDone === null) return repeatsOn(version.schedule, day);
    return version === current && day === open;
  };
  // What was moved to an earlier day was moved by the schedule of that day.
  const moves = [...putOffs].filter(([due, now]) =>
    isIn(versionOf([due, now].sort()[0] as string), due),
  );
  const isDue = (day: string) =>
    moves.some(([, now]) => now === day) ||
    (isIn(versionOf(day), day) && !moves.some(([due]) => due === day));
  // What is open stands on its own day, or where that was put off; in the days of a former schedule
  // it is that one's, which misses it.
  const openNow = open === null ? null : (new Map(moves).get(open) ?? open);
  const isWaiting = openNow !== null && openNow <= today && versionOf(openNow) === current;

  function status(day: string): string | null {
    const mark = marks.get(day);
    if (mark !== undefined) return mark === "done" ? "completed" : "skipped";
    if (putOffs.has(day)) return "put-off";
    const isOfCurrent = versionOf(day) === current;
    const isAfterDone = current.schedule.afterDone !== null && isOfCurrent;
    if (isDue(day)) {
      if (day === today) return "due-today";
      if (day > today) return "due-future";
      if (!isAfterDone) return "missed";
    }
    if (paused.has(day)) return "paused";
    return day === today && isAfterDone && isWaiting ? "due-today" : null;
  }

  return [...daysOf([[first, last]])].map(status);
}
