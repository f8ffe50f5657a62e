import { FIRST_DAY, fromDayNumber, toDayNumber } from "../../../src/domain/dates/calendar-date.ts";
import {
  firstByInterval,
  settledDays,
  type TaskDays,
  taskDays,
  versionsOf,
} from "../../../src/domain/recurrence/task-schedule.ts";
import { type DayStatus, dayStatus } from "../../../src/domain/tasks/day-status.ts";
import type { Task } from "../../../src/domain/tasks/task.ts";
import type { TaskJson } from "../../../src/domain/tasks/task-json.ts";
import { turnFrom } from "../../../src/domain/turns/turns.ts";
import type { CountAnswer, DayAnswer, Deed } from "./schemas.ts";
import { type Asked, personShape, taskOf } from "./shapes.ts";

/** Answers about a task's record, each with the events that it rests on: docs/design/api.md. */

/** An event, as `entries_on` has it. */
interface Entry extends Omit<DayAnswer["entries"][number], "id"> {
  /** 1, 2, 3, … per task */
  readonly id: number;
  /** [first day number, length] */
  readonly days: readonly (readonly number[])[];
  /** of a schedule: the day from which it counts; null for all days */
  readonly from: string | null;
}

/** What `run_for_token` answers about days. */
export interface OfDays {
  readonly task: TaskJson;
  readonly entries: readonly Entry[];
  readonly deeds: readonly Deed[];
}

type Status = DayAnswer["status"];

const STATUSES: Readonly<Record<DayStatus, Status>> = {
  completed: "done",
  skipped: "skipped",
  "put-off": "put-off",
  paused: "paused",
  "due-today": "open",
  missed: "missed",
  "due-future": "due",
};

/** What a day is, why, whose turn it is or was, and since when that holds. */
export function dayAnswer(
  { task: json, entries, deeds }: OfDays,
  day: string,
  by: Asked,
): DayAnswer {
  const task = taskOf(json, by);
  const days = taskDays(task);
  const shown = dayStatus(task, day, by.today, days);
  const status = shown === null ? "none" : STATUSES[shown];
  const reason = reasonOf(task, days, status, day);
  const isTurn = status !== "none" && status !== "put-off";
  const turn = isTurn ? turnFrom(task, day, by.today) : null;
  const known = new Known(entries);
  const rested = [...known.of(reason), ...(turn ? known.ofTurn(turn) : [])];
  const moved = status === "put-off" && task.putOffs.find(({ dueDate }) => dueDate === day);
  return {
    ...{ task: { id: task.id, title: task.title }, day, status, why: reason.why },
    since: reason.since,
    movedFrom: status === "put-off" ? null : (reason.putOff ?? null),
    movedTo: moved ? moved.newDate : null,
    turn: turn && personShape(task, turn.person),
    deed: deeds.find((deed) => deed.day === day) ?? null,
    entries: entriesOf(task, entries, rested),
  };
}

/** How often a task was done, skipped and missed on the days from `from` to `to`, and by whom. */
export function countAnswer(
  { task: json, entries, deeds }: OfDays,
  { from, to }: { readonly from: string; readonly to: string },
  by: Asked,
): CountAnswer {
  const task = taskOf(json, by);
  const days = taskDays(task);
  let missed = 0;
  for (let day = toDayNumber(from); day <= toDayNumber(to); day += 1) {
    if (dayStatus(task, fromDayNumber(day), by.today, days) === "missed") missed += 1;
  }
  const done = deeds.filter(({ status }) => status === "done");
  const people = new Map<string, CountAnswer["people"][number]>();
  for (const { id, name } of done.flatMap((deed) => deed.people)) {
    const key = id ?? name;
    people.set(key, { id, name, count: 1 + (people.get(key)?.count ?? 0) });
  }
  const known = new Known(entries);
  const rested = deeds.flatMap(({ day }) => known.ofDeed(toDayNumber(day)));
  return {
    ...{ task: { id: task.id, title: task.title }, from, to },
    ...{ done: done.length, skipped: deeds.length - done.length, missed },
    people: [...people.values()].sort((a, b) => b.count - a.count),
    ...{ first: done[0] ?? null, latest: done.at(-1) ?? null },
    entries: entriesOf(task, entries, rested),
  };
}

interface Reason extends Pick<DayAnswer, "why" | "since"> {
  readonly day: string;
  /** the day that was put off, where that decides */
  readonly putOff?: string;
  /** of one that is open at a time: the last day that is settled, from which it counts */
  readonly lastSettled?: string;
  /** whether what it waits for decides */
  readonly hasHappened?: boolean;
}

function reasonOf(task: Task, days: TaskDays, status: Status, day: string): Reason {
  const number = toDayNumber(day);
  const { first, schedule, isOneAtATime, last } = versionOn(task, number);
  const isDue = status === "open" || status === "missed" || status === "due";
  if (status === "done" || status === "skipped") return { day, why: "deed", since: null };
  if (status === "paused") {
    return { day, why: "paused", since: dayOrNull(task.pausedDays.runStart(number)) };
  }
  if (status === "put-off") return { day, why: "put-off", since: null, putOff: day };
  const place = isDue && !days.occurrences.has(number) ? days.openDay : number;
  const from = isDue && place !== null ? days.putOffFrom.get(place) : undefined;
  if (from !== undefined) {
    return { day, why: "put-off", since: null, putOff: fromDayNumber(from) };
  }
  const isOpen = isDue && place === days.openDay;
  if (isOpen || (!isDue && isOneAtATime && isWithin(schedule, day))) {
    const isCurrent = last === versionsOf(task).at(-1)?.last;
    const settled = isCurrent ? dayOrNull(settledDays(task).last) : null;
    const since = isOpen ? dayOrNull(days.openDay) : settled;
    const isInterval = !schedule.waitsFor || (isOpen && firstByInterval(task) !== null);
    if (isOpen && !isInterval) return { day, why: "event", since, hasHappened: true };
    const why = isInterval ? "interval" : "event";
    return { day, why, since, ...(settled !== null && { lastSettled: settled }) };
  }
  const since = first > FIRST_DAY ? fromDayNumber(first) : null;
  const { startDate, endDate = null } = schedule;
  if (isDue || isWithin(schedule, day)) return { day, why: "rhythm", since };
  if (day < startDate) return { day, why: "before-start", since };
  return { day, why: endDate !== null && day > endDate ? "after-end" : "season", since };
}

/** Null for what no calendar has. */
const dayOrNull = (day: number | null) =>
  day !== null && Number.isFinite(day) ? fromDayNumber(day) : null;

type Version = ReturnType<typeof versionsOf>[number];

const versionOn = (task: Task, day: number): Version =>
  versionsOf(task).find(({ last }) => day <= last) as Version;

const isWithin = ({ startDate, endDate = null, season }: Version["schedule"], day: string) =>
  day >= startDate &&
  (endDate === null || day <= endDate) &&
  (season === null || season.includes(Number(day.slice(5, 7))));

/** The events of a task by what they decide. */
class Known {
  readonly #entries: readonly Entry[];

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
  }

  of(reason: Reason): readonly number[] {
    const { why, day, putOff, lastSettled, hasHappened = false } = reason;
    const number = toDayNumber(day);
    if (why === "deed") return this.ofDeed(number);
    if (why === "paused") return this.#last(["paused"], number);
    if (putOff !== undefined) return this.#last(["put-off"], toDayNumber(putOff));
    const counted = lastSettled === undefined ? [] : this.ofDeed(toDayNumber(lastSettled));
    const happened = hasHappened && this.#entries.findLast(({ kind }) => kind === "happened");
    return [this.#schedule(day), ...counted, ...(happened ? [happened.id] : [])];
  }

  ofTurn({ swap, known }: { readonly swap: string | null; readonly known: string }) {
    if (swap === null) return [this.#schedule(known)];
    return this.#last(["turn-taken", "turn-given"], toDayNumber(swap));
  }

  /** The event of a deed and what was corrected of it since. */
  ofDeed(day: number): readonly number[] {
    const [deed] = this.#last(["done", "skipped"], day);
    const event = deed ?? this.#entries[0]?.id ?? 0;
    const corrections = this.#entries.filter(
      (one) => one.kind === "corrected" && one.id > event && isOn(one, day),
    );
    return [event, ...corrections.map(({ id }) => id)];
  }

  #last(kinds: readonly Entry["kind"][], day: number): readonly number[] {
    const found = this.#entries.findLast((one) => kinds.includes(one.kind) && isOn(one, day));
    return found ? [found.id] : [];
  }

  /** The event of the schedule that counts on a day. */
  #schedule(day: string): number {
    type Since = { readonly from: string | null; readonly id: number };
    let now: readonly Since[] = [];
    let before = now;
    const counts = (one: Since, on: string) => one.from === null || one.from <= on;
    for (const { id, kind, from } of this.#entries) {
      if (kind === "created" || kind === "imported") now = [{ from: null, id }];
      else if (kind === "schedule-changed") {
        before = now;
        const kept = from === null ? [] : now.filter((one) => one.from === null || one.from < from);
        now = [...kept, { from, id }];
      } else if (kind === "started-earlier" && from !== null) {
        const first = now.findLast((one) => counts(one, from)) ?? { id };
        const later = now.filter((one) => !counts(one, from));
        now = [{ from: null, id }, { ...first, from }, ...later];
      } else if (kind === "schedule-undone") now = before;
    }
    return (now.findLast((one) => counts(one, day)) ?? now[0])?.id ?? 0;
  }
}

const isOn = ({ days }: Entry, day: number) =>
  days.some(([first = 0, length = 0]) => first <= day && day < first + length);

/** These events, each once, the oldest first. */
function entriesOf(task: Task, entries: readonly Entry[], ids: readonly number[]) {
  const rested = new Set(ids);
  return entries
    .filter(({ id }) => rested.has(id))
    .map(({ id, kind, at, people, door }) => ({ id: `${task.id}/${id}`, kind, at, people, door }));
}
