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

/** What was before a change "for the past too", which can be undone. */
interface Before {
  readonly versions: readonly Version[];
  readonly toFormer: ReadonlyMap<string, string>;
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
  /** by the days that are marked: when an interval task had been due then, or null */
  readonly dues: ReadonlyMap<string, string | null>;
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
  const dues = new Map<string, string | null>();
  let before: Before | null = null;
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
        before = from === null ? { versions: [...versions], toFormer: toFormerOf(putOffs) } : null;
        if (from === null) {
          versions = [];
          // For the past too: there is no former schedule any more.
          for (const [due, { now }] of putOffs) putOffs.set(due, { now, isToFormer: false });
        }
        if (versions.at(-1)?.from === from) versions.pop();
        versions.push({ from, schedule });
        break;
      }
      case "started_earlier": {
        // What was there before its first day has never been due.
        const start = details.from as string;
        const [first] = versions.filter(({ from }) => from === null || from <= start).slice(-1);
        if (first === undefined) throw new Error("it has never started");
        const later = versions.filter(({ from }) => from !== null && from > start);
        const named = { ...(details.after as ModelSchedule), endDate: null };
        versions = [{ from: null, schedule: named }, { ...first, from: start }, ...later];
        before = null;
        break;
      }
      case "schedule_undone":
        if (before === null) throw new Error("there was nothing to undo");
        versions = [...before.versions];
        for (const [due, now] of before.toFormer) {
          if (putOffs.get(due)?.now === now) putOffs.set(due, { now, isToFormer: true });
        }
        before = null;
        break;
      case "paused":
        for (const day of daysOf(days)) paused.add(day);
        break;
      case "resumed":
        for (const day of daysOf(days)) paused.delete(day);
        break;
      case "done":
      case "skipped":
        for (const day of daysOf(days)) {
          const others = new Map([
            ...marks,
            ...[...daysOf(days)].map((one) => [one, kind] as const),
          ]);
          others.delete(day);
          dues.delete(day);
          dues.set(day, dueWhenMarked({ versions, paused, putOffs, marks: others }, day));
        }
        if (details.due !== undefined && details.due !== [...dues.values()].at(-1)) {
          throw new Error("an event says another day on which it had been due");
        }
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
          dues.delete(day);
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
  return { versions, paused, putOffs, marks, doers, dues, notes, title, isDeleted };
}

const toFormerOf = (putOffs: ReadonlyMap<string, ModelPutOff>) =>
  new Map(
    [...putOffs].filter(([, { isToFormer }]) => isToFormer).map(([due, { now }]) => [due, now]),
  );

/** What decides which days a task is due on. */
type Days = Pick<Replayed, "versions" | "paused" | "putOffs" | "marks">;

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
 * The day on which an interval task is open, given the days that dated
 * put-offs take and the put-offs of its own; null when it is over.
 */
export function openDay(
  task: Days,
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

/** The schedule that counts on a day. */
const versionOn = (versions: readonly Version[], day: string) =>
  (versions.findLast(({ from }, index) => index === 0 || (from !== null && from <= day)) ??
    versions.at(-1)) as Version;

/**
 * The dated put-offs, by the days that they left and went to, and those of an interval
 * task. `plans` says whether a schedule with dates has a day.
 */
function sortPutOffs(
  { versions, putOffs }: Days,
  plans: (version: Version, day: string) => boolean,
) {
  const left = new Set<string>();
  const arrived = new Set<string>();
  const openMoves = new Map<string, string>();
  for (const [due, { now, isToFormer }] of putOffs) {
    // The schedule of the earlier day decides, which no later one changes.
    const decider = versionOn(versions, [due, now].sort()[0] as string);
    if (isToFormer || plans(decider, due)) {
      left.add(due);
      arrived.add(now);
    } else if (decider.schedule.afterDone !== null && versionOn(versions, due) === decider) {
      openMoves.set(due, now);
    }
  }
  return { left, arrived, openMoves };
}

/**
 * When an interval task had been due, as it is kept with a day that is marked now. The
 * database reads no rules: what was put off in a schedule with dates was due there.
 */
function dueWhenMarked(task: Days, day: string): string | null {
  const { from, schedule } = task.versions.at(-1) as Version;
  if (schedule.afterDone === null || (from !== null && day < from)) return null;
  if ([...task.marks.keys()].some((marked) => marked > day)) return null;
  const isDated = ({ schedule }: Version) => schedule.afterDone === null;
  const { left, arrived, openMoves } = sortPutOffs(task, isDated);
  const taken = new Set([...left, ...arrived]);
  return taken.has(day) ? null : openDay(task, taken, openMoves);
}

/** The statuses of the days from the first to the last, as the app names them; null for nothing. */
export function statuses(
  task: Replayed,
  first: string,
  last: string,
  today: string,
): (string | null)[] {
  const { versions, paused, marks } = task;
  const current = versions.at(-1) as Version;
  const plans = ({ schedule }: Version, day: string) =>
    schedule.afterDone === null && repeatsOn(schedule, day);
  const { left, arrived, openMoves } = sortPutOffs(task, plans);
  const taken = new Set([...left, ...arrived]);
  const open = current.schedule.afterDone === null ? null : openDay(task, taken, openMoves);
  const isDated = (day: string) =>
    !paused.has(day) &&
    (arrived.has(day) || (plans(versionOn(versions, day), day) && !left.has(day)));

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
