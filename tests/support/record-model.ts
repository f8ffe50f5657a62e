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
  /** the account that made it */
  readonly user_id?: string | null;
}

/** Who did something and, where that is not when it was recorded, on which day and at what time. */
export interface ModelDone {
  /** the account; null for one that is closed */
  readonly by: unknown;
  /** of a household; none for nobody in particular, null where nobody is named */
  readonly people: unknown;
  readonly doneOn: unknown;
  readonly doneAt: unknown;
}

interface Version {
  /** the first day that it counts for; null for ever */
  readonly from: string | null;
  readonly schedule: ModelSchedule;
}

interface ModelPutOff {
  readonly now: string;
  /** it went to a day of a schedule that had ended before its own began */
  readonly isToFormer: boolean;
}

export interface Replayed {
  readonly versions: readonly Version[];
  readonly paused: ReadonlySet<string>;
  /** by due date */
  readonly putOffs: ReadonlyMap<string, ModelPutOff>;
  readonly marks: ReadonlyMap<string, "done" | "skipped">;
  /** who did or skipped what is marked */
  readonly doers: ReadonlyMap<string, ModelDone>;
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
  const putOffs = new Map<string, ModelPutOff>();
  const marks = new Map<string, "done" | "skipped">();
  const doers = new Map<string, ModelDone>();
  const notes = new Map<string, string>();
  let title = "";
  let isDeleted = false;
  for (const { kind, days, details, user_id } of events) {
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
        if (from === null) {
          versions = [];
          // For the past too: there is no former schedule any more.
          for (const [due, { now }] of putOffs) putOffs.set(due, { now, isToFormer: false });
        }
        if (versions.at(-1)?.from === from) versions.pop();
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
          const { by, people = null, doneOn = null, doneAt = null } = details;
          doers.set(day, { by, people, doneOn, doneAt });
        }
        break;
      case "undone":
        for (const day of daysOf(days)) {
          marks.delete(day);
          doers.delete(day);
        }
        break;
      case "corrected":
        for (const day of daysOf(days)) {
          const { people, doneOn = null, doneAt = null } = details.after as Partial<ModelDone>;
          const before = doers.get(day);
          if (before === undefined) throw new Error("what is not done was corrected");
          doers.set(day, {
            ...before,
            ...(people !== undefined && { by: user_id, people }),
            doneOn,
            doneAt,
          });
        }
        break;
      case "put_off":
        if (first === undefined) throw new Error("nothing was put off");
        if (details.to === null) putOffs.delete(first);
        else {
          const now = details.to as string;
          const isBetween = ({ from }: Version) => from !== null && now < from && from <= first;
          putOffs.set(first, { now, isToFormer: versions.slice(1).some(isBetween) });
        }
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
      case "moved":
      case "shared":
      case "left":
        break;
      default:
        throw new Error(`an event that nobody knows: ${kind}`);
    }
  }
  return { versions, paused, putOffs, marks, doers, notes, title, isDeleted };
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

const NOTHING: ReadonlySet<string> = new Set();

/**
 * The day on which a task is open that is due so long after it was last done, given the days that dated
 * put-offs take and the put-offs of its own; null when it is over.
 */
export function openDay(
  task: Replayed,
  taken = NOTHING,
  moves: ReadonlyMap<string, string> = new Map(),
): string | null {
  const { from, schedule } = task.versions.at(-1) as Version;
  const last = [...task.marks.keys()].sort().at(-1);
  const candidates = [
    schedule.startDate,
    from ?? "",
    last === undefined ? "" : later(last, schedule.afterDone ?? ""),
  ];
  const everyDay = { ...schedule, repeatValue: "daily" };
  /** the first day from this one on that the season and the end allow and none of the sets has */
  const firstFrom = (from: string, ...without: ReadonlySet<string>[]) => {
    const last = dayAfter(from, 3000);
    for (let day = from; day <= last; day = dayAfter(day, 1)) {
      if (schedule.endDate !== null && day > schedule.endDate) return null;
      if (repeatsOn(everyDay, day) && !without.some((days) => days.has(day))) return day;
    }
    return null;
  };
  const closed = [taken, task.paused, new Set(task.marks.keys())];
  const followed = new Set<string>();
  let day = firstFrom(candidates.sort().at(-1) as string, taken);
  while (day !== null) {
    const now = followed.has(day) ? undefined : moves.get(day);
    followed.add(day);
    if (now !== undefined) day = now;
    else if (closed.some((days) => days.has(day as string))) {
      day = firstFrom(dayAfter(day, 1), ...closed);
    } else return day;
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
  const versionOf = (day: string) =>
    versions.findLast(({ from }, index) => index === 0 || (from !== null && from <= day)) ??
    current;
  const plans = ({ schedule }: Version, day: string) =>
    schedule.afterDone === null && repeatsOn(schedule, day);
  const left = new Set<string>();
  const arrived = new Set<string>();
  const openMoves = new Map<string, string>();
  for (const [due, { now, isToFormer }] of putOffs) {
    // The schedule of the earlier day decides, which no later one changes.
    const decider = versionOf([due, now].sort()[0] as string);
    if (isToFormer || plans(decider, due)) {
      left.add(due);
      arrived.add(now);
    } else if (decider.schedule.afterDone !== null && versionOf(due) === decider) {
      openMoves.set(due, now);
    }
  }
  const taken = new Set([...left, ...arrived]);
  const open = current.schedule.afterDone === null ? null : openDay(task, taken, openMoves);
  const isDated = (day: string) =>
    !paused.has(day) && (arrived.has(day) || (plans(versionOf(day), day) && !left.has(day)));

  function status(day: string): string | null {
    const mark = marks.get(day);
    if (mark !== undefined) return mark === "done" ? "completed" : "skipped";
    if (isDated(day)) {
      if (day === today) return "due-today";
      return day > today ? "due-future" : "missed";
    }
    if (day === open && day > today) return "due-future";
    const isWaiting = open !== null && open <= day && !paused.has(day);
    if (day === today && isWaiting) return "due-today";
    if (left.has(day) || openMoves.has(day)) return "put-off";
    return paused.has(day) ? "paused" : null;
  }

  return [...daysOf([[first, last]])].map(status);
}
