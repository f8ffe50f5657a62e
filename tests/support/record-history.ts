import * as fc from "fast-check";
import { fromDayNumber, toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { DaySet } from "../../src/domain/dates/day-set.ts";
import { taskDays } from "../../src/domain/recurrence/task-schedule.ts";
import { dayStatus, nextDueDate } from "../../src/domain/tasks/day-status.ts";
import type { MissedPolicy } from "../../src/domain/tasks/missed-policies.ts";
import { firstDay, withEarlier, withSchedule } from "../../src/domain/tasks/schedule-change.ts";
import {
  type Task,
  withCatchUp,
  withCorrection,
  withoutCompletions,
  withPutOff,
} from "../../src/domain/tasks/task.ts";
import type { EarlierSchedule } from "../../src/domain/tasks/task-input.ts";
import { dayAfter, type ModelEvent, type ModelSchedule, type Run } from "./model-events.ts";
import type { CaseStep } from "./put-off-cases.ts";
import { taskOf } from "./task-fixture.ts";

/** For tests only: random histories of a task in memory, and the events that they append. */

const FIRST_TODAY = "2026-03-10";

/** A step of a history, in random numbers: the day relative to today, the length, and the way. */
interface Step {
  readonly kind: string;
  readonly person: string;
  /** days from today */
  readonly day: number;
  readonly length: number;
  readonly schedule: ModelSchedule;
  readonly isForThePast: boolean;
}

/** Custom rules begin with FREQ; durations with P. */
export const REPEATS = [
  ...["daily", "weekly", "monthly", "yearly", "P1D", "P3D", "P2W", "P1M"],
  ...["FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=DAILY;INTERVAL=3;COUNT=30"],
  ...["FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=2", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU"],
];

const schedule: fc.Arbitrary<ModelSchedule> = fc
  .record({
    start: fc.integer({ min: -120, max: 20 }),
    end: fc.option(fc.integer({ min: 0, max: 150 }), { freq: 4 }),
    repeat: fc.constantFrom(...REPEATS),
    season: fc.option(fc.constantFrom([3, 4], [1, 2, 11, 12], [5]), { freq: 2 }),
  })
  .map(({ start, end, repeat, season }) => {
    const startDate = dayAfter(FIRST_TODAY, start);
    const isRule = repeat.startsWith("FREQ");
    const afterDone = repeat.startsWith("P") ? repeat : null;
    return {
      startDate,
      endDate: end === null ? null : dayAfter(startDate, end),
      repeatValue: isRule || afterDone ? "custom" : repeat,
      customRrule: isRule ? `RRULE:${repeat}` : null,
      afterDone,
      season,
    };
  });

export const KINDS = [
  ...["done", "done", "skipped", "undo", "catch up", "skip all", "note", "policy"],
  ...["done early", "done early", "undo early", "done earlier", "correct"],
  ...["put off", "put off what is due", "bring forward", "bring forward what is due"],
  ...["pause", "pause what was put off", "put off what is due", "resume"],
  ...[
    "edit",
    "edit",
    "edit twice",
    "move start",
    "start earlier",
    "edit the past",
    "undo the past",
  ],
  ...["rename", "share", "leave", "close account", "delete and restore", "days go by"],
];

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  person: fc.constantFrom("alice", "bob", "carol"),
  day: fc.integer({ min: -40, max: 30 }),
  length: fc.integer({ min: 0, max: 25 }),
  schedule,
  isForThePast: fc.boolean(),
});

/** A task's first schedule, and the steps after it. */
export const history = fc.record({
  first: schedule,
  steps: fc.array(step, { minLength: 6, maxLength: 25 }),
});

const daySet = (first: string, last: string) =>
  DaySet.fromRuns([[toDayNumber(first), toDayNumber(last) - toDayNumber(first) + 1]]);
const runs = (days: DaySet): Run[] =>
  days.toRuns().map(([first, length]) => [fromDayNumber(first), fromDayNumber(first + length - 1)]);

/** A task, changed like in the database, and the events appended. */
export class History {
  today: string;
  task: Task;
  readonly events: ModelEvent[] = [];
  #before: Pick<Task, keyof ModelSchedule | "scheduleFrom" | "formerSchedules" | "putOffs"> | null =
    null;
  readonly #participants = new Set(["alice"]);

  constructor(first: ModelSchedule, today = FIRST_TODAY) {
    this.today = today;
    this.task = taskOf({ ...first, scheduleFrom: null } as Partial<Task>);
    this.#append("created", [], { ...first, title: this.task.title, from: null });
  }

  #append(kind: string, days: readonly Run[], details: Record<string, unknown> = {}) {
    this.events.push({ kind, days, details });
  }

  #change(changes: Partial<Task>) {
    this.task = { ...this.task, ...changes };
  }

  #putOff(due: string, now: string): readonly Run[] {
    const { task } = this;
    if (task.putOffs.some((one) => one.dueDate !== due && one.newDate === now)) return [];
    const before = task.putOffs.find(({ dueDate }) => dueDate === due);
    const moved = withPutOff(task, due, now);
    const planned = task.formerSchedules.find(({ validUntil }) => due <= validUntil) ?? task;
    const isFormer = moved.putOffs.some((one) => one.dueDate === due && one.toFormerSchedule);
    // The database refuses this: an interval task began with its schedule.
    if (isFormer && planned.afterDone !== null) return [];
    this.task = moved;
    this.#append("put_off", [[due, due]], { to: now === due ? null : now });
    return [due, now, before?.newDate ?? due].map((one): Run => [one, one]);
  }

  /** Puts the first occurrence from a day on off by so many days. */
  #putOffDue(from: string, days: number): readonly Run[] {
    const { occurrences, putOffFrom } = taskDays(this.task);
    const day = occurrences.firstFrom(toDayNumber(from));
    if (day === null || day + days < toDayNumber("2025-01-01")) return [];
    const due = fromDayNumber(putOffFrom.get(day) ?? day);
    return this.#putOff(due, fromDayNumber(day + days));
  }

  #mark(
    days: DaySet,
    status: "done" | "skipped",
    by: string,
    when: { readonly doneOn?: string; readonly doneAt?: string } = {},
  ): readonly Run[] {
    const { task } = this;
    const open = days.minus(task.completedDays).minus(task.skippedDays);
    if (open.size === 0) return [];
    const catchUp = {
      id: "c",
      status,
      completedAt: "",
      timeZone: "UTC",
      completedBy: by,
      days: open,
    };
    this.task = { ...withCatchUp(task, catchUp), recentCatchUps: [catchUp] };
    this.#append(status, runs(open), { by, status, ...when });
    return runs(open);
  }

  #pause(days: DaySet, isPause: boolean) {
    const { pausedDays } = this.task;
    const changed = isPause ? days.minus(pausedDays) : days.minus(days.minus(pausedDays));
    if (changed.size === 0) return;
    this.#change({ pausedDays: isPause ? pausedDays.union(days) : pausedDays.minus(days) });
    this.#append(isPause ? "paused" : "resumed", runs(changed));
  }

  #edit(schedule: ModelSchedule, from: string | null): readonly Run[] | null {
    const { formerSchedules, scheduleFrom } = this.task;
    if (from !== null && scheduleFrom !== null && from < scheduleFrom) return [];
    const { startDate, endDate, repeatValue, customRrule, afterDone, season, putOffs } = this.task;
    const before = { startDate, endDate, repeatValue, customRrule, afterDone, season } as const;
    this.#before = from === null ? { ...before, scheduleFrom, formerSchedules, putOffs } : null;
    this.task = withSchedule(this.task, { ...(schedule as Partial<Task>), scheduleFrom: from });
    this.#append("schedule_changed", [], { before, after: schedule, from });
    return from === null ? null : [];
  }

  /** Adds a schedule for the days before the first start; answers no days, as none from there on is named. */
  #startEarlier(schedule: ModelSchedule, days: number): readonly Run[] {
    const first = firstDay(this.task);
    if (first === null || first > dayAfter(this.today, 1)) return [];
    // The database refuses this.
    const isAcross = ({ dueDate, newDate }: { dueDate: string; newDate: string }) =>
      dueDate < first !== newDate < first;
    if (this.task.putOffs.some(isAcross)) return [];
    const startDate = dayAfter(first, -days - 1);
    const earlier = { ...schedule, startDate };
    this.task = withEarlier(this.task, earlier as unknown as EarlierSchedule);
    this.#before = null;
    this.#append("started_earlier", [], {
      after: { ...earlier, endDate: dayAfter(first, -1) },
      from: first,
    });
    return [["0001-01-01", dayAfter(first, -1)]];
  }

  /** Undoes the last change "for the past too", unless there has been another one since. */
  #undoThePast(): readonly Run[] | null {
    if (this.#before === null) return [];
    const { putOffs, ...before } = this.#before;
    const wasFormer = (one: Task["putOffs"][number]) =>
      putOffs.some(
        ({ dueDate, newDate, toFormerSchedule }) =>
          toFormerSchedule && dueDate === one.dueDate && newDate === one.newDate,
      );
    this.#change({
      ...(before as Partial<Task>),
      putOffs: this.task.putOffs.map((one) =>
        wasFormer(one) ? { ...one, toFormerSchedule: true } : one,
      ),
    });
    this.#before = null;
    this.#append("schedule_undone", [], { from: before.scheduleFrom });
    return null;
  }

  /** Somebody no longer takes part; a closed account leaves its deeds without a name. */
  #leave(person: string, isClosed: boolean) {
    if (person === "alice" || !this.#participants.delete(person)) return;
    this.#append("left", [], { by: isClosed ? null : person });
    if (!isClosed) return;
    const nameless = <T extends { completedBy: string | null }>(one: T): T =>
      one.completedBy === person ? { ...one, completedBy: null } : one;
    const { [person]: _, ...people } = this.task.people;
    this.#change({ people, recentCatchUps: this.task.recentCatchUps.map(nameless) });
    for (const [index, event] of this.events.entries()) {
      if (event.details.by === person) {
        this.events[index] = { ...event, details: { ...event.details, by: null } };
      }
    }
  }

  /** Takes a step; answers the days that it names, or null if it names all. */
  take({ kind, person, day, length, schedule, isForThePast }: Step): readonly Run[] | null {
    const date = dayAfter(this.today, day);
    const until = dayAfter(date, length);
    const { task } = this;
    // For somebody who doesn't take part yet, or any more, the owner acts.
    const by = this.#participants.has(person) ? person : "alice";
    // In some zones it is already the next day, so a schedule counts from tomorrow on.
    const from = dayAfter(this.today, length % 5 === 0 ? 1 : 0);
    switch (kind) {
      case "done":
      case "skipped":
        return this.#mark(daySet(date, date), kind, by);
      case "catch up":
      case "skip all":
        return this.#mark(daySet(date, until), kind === "catch up" ? "done" : "skipped", by);
      case "done early": {
        // An interval task has no later due date.
        const next = task.afterDone === null ? nextDueDate(task, this.today) : null;
        return next === null ? [] : this.#mark(daySet(next, next), "done", by);
      }
      case "done earlier": {
        const doneOn = dayAfter(date, -(length % 3));
        return this.#mark(daySet(date, date), "done", by, { doneOn, doneAt: "21:15" });
      }
      case "undo early": {
        if (task.completedDays.size === 0) return [];
        const last = fromDayNumber(task.completedDays.last);
        if (last <= this.today) return [];
        this.task = withoutCompletions(task, [last]);
        this.#append("undone", [[last, last]], { by });
        return [[last, last]];
      }
      case "undo": {
        const marked = task.completedDays.union(task.skippedDays);
        if (!marked.has(toDayNumber(date))) return [];
        this.task = withoutCompletions(task, [date]);
        this.#append("undone", [[date, date]], { by });
        return [[date, date]];
      }
      case "correct": {
        if (!task.completedDays.has(toDayNumber(date))) return [];
        const after = { doneOn: dayAfter(date, -length), ...(isForThePast && { doneAt: "22:00" }) };
        this.task = withCorrection(task, date, after);
        this.#append("corrected", [[date, date]], { by, before: {}, after });
        // It names the day, and changes no status.
        return [];
      }
      case "note":
        this.#append("noted", [[date, date]], { note: isForThePast ? `Note ${length}` : null });
        return [];
      case "put off":
        return this.#putOff(date, until);
      case "bring forward":
        return this.#putOff(dayAfter(this.today, length % 7), dayAfter(this.today, -(length % 5)));
      case "put off what is due":
        return this.#putOffDue(date, length - 12);
      case "bring forward what is due": {
        const days = taskDays(task).occurrences.firstFrom(toDayNumber(this.today)) ?? 0;
        return this.#putOffDue(this.today, toDayNumber(this.today) - (length % 12) - days);
      }
      case "pause what was put off": {
        const moved = task.putOffs.at(length % Math.max(task.putOffs.length, 1));
        if (moved === undefined) return [];
        const middle = length % 2 ? moved.dueDate : moved.newDate;
        const [first, last] = [dayAfter(middle, -(length % 4)), dayAfter(middle, length % 5)];
        this.#pause(daySet(first, last), true);
        return [[first, last]];
      }
      case "pause":
      case "resume": {
        this.#pause(daySet(date, until), kind === "pause");
        return [[date, until]];
      }
      case "start earlier":
        return this.#startEarlier(schedule, length);
      case "edit the past":
        return this.#edit(schedule, null);
      case "undo the past":
        return this.#undoThePast();
      case "edit":
        return this.#edit(schedule, isForThePast ? null : from);
      case "edit twice": {
        this.#edit(schedule, from);
        const isAfterDone = schedule.afterDone === null && length % 2 === 0;
        const repeat = isAfterDone ? { repeatValue: "custom", afterDone: "P5D" } : {};
        return this.#edit({ ...schedule, ...repeat, season: null }, from);
      }
      case "move start": {
        const { endDate, repeatValue, customRrule, afterDone, season } = task;
        const kept = { endDate, repeatValue, customRrule, afterDone, season };
        const last = endDate ?? schedule.startDate;
        const [startDate] = [schedule.startDate, last].sort();
        return this.#edit({ ...kept, startDate } as ModelSchedule, from);
      }
      case "rename":
        this.#change({ title: `Title ${day}` });
        this.#append("renamed", [], { before: task.title, after: `Title ${day}` });
        return [];
      case "share":
        this.#participants.add(person);
        this.#change({ isShared: true, people: { ...task.people, [person]: person } });
        this.#append("shared", []);
        return [];
      case "leave":
      case "close account":
        this.#leave(person, kind === "close account");
        return [];
      case "delete and restore":
        this.#append("deleted", []);
        this.#append("restored", []);
        return [];
      case "policy":
        this.#change({
          missedPolicy: (["keep", "latest", "pass"] as MissedPolicy[])[length % 3] as MissedPolicy,
        });
        return [];
      default:
        this.today = dayAfter(this.today, length);
        return null;
    }
  }

  /** Takes a step of the table of put-offs. */
  takeCaseStep(step: CaseStep): void {
    switch (step.do) {
      case "put off":
        this.#putOff(...step.days);
        break;
      case "done":
        this.#mark(daySet(step.day, step.day), "done", "alice");
        break;
      case "wait":
        this.today = step.until;
        break;
      case "change":
      case "change the past":
        this.#edit(step.schedule, step.do === "change" ? this.today : null);
        break;
      default:
        this.#pause(daySet(...step.days), step.do === "pause");
    }
  }

  /** The domain's statuses from the first to the last day. */
  shown(first: string, last: string): (string | null)[] {
    return shownStatuses(this.task, first, last, this.today);
  }
}

/** The statuses that the app shows from the first to the last day. */
export function shownStatuses(
  task: Task,
  first: string,
  last: string,
  today: string,
): (string | null)[] {
  const days = taskDays(task);
  const all: (string | null)[] = [];
  for (let day = toDayNumber(first); day <= toDayNumber(last); day += 1) {
    all.push(dayStatus(task, fromDayNumber(day), today, days));
  }
  return all;
}
