import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromDayNumber, toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { DaySet } from "../../src/domain/dates/day-set.ts";
import { taskOccurrences } from "../../src/domain/recurrence/task-schedule.ts";
import { dayStatus } from "../../src/domain/tasks/day-status.ts";
import type { MissedPolicy } from "../../src/domain/tasks/missed-policies.ts";
import { type Task, withCatchUp, withoutCompletions } from "../../src/domain/tasks/task.ts";
import {
  dayAfter,
  later,
  type ModelEvent,
  type ModelSchedule,
  openDay,
  type Run,
  replay,
  statuses,
} from "./record-model.ts";
import { taskOf } from "./task-fixture.ts";

/** The domain's status of every day, against what a model replays from the events alone. */

const FIRST_TODAY = "2026-03-10";

/** What happens in a history, in random numbers: which of the days around today, how long, how. */
interface Step {
  readonly kind: string;
  /** days from today */
  readonly day: number;
  readonly length: number;
  readonly schedule: ModelSchedule;
  readonly isForThePast: boolean;
}

const schedule: fc.Arbitrary<ModelSchedule> = fc
  .record({
    start: fc.integer({ min: -120, max: 20 }),
    end: fc.option(fc.integer({ min: 0, max: 150 }), { freq: 4 }),
    repeat: fc.constantFrom(
      ...["daily", "weekly", "monthly", "yearly", "P1D", "P3D", "P2W", "P1M"],
      ...[
        "FREQ=WEEKLY;BYDAY=MO,TH",
        "FREQ=MONTHLY;BYMONTHDAY=-1",
        "FREQ=DAILY;INTERVAL=3;COUNT=30",
      ],
    ),
    season: fc.option(fc.constantFrom([3, 4], [1, 2, 11, 12], [5]), { freq: 5 }),
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

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...["done", "done", "skipped", "undo", "catch up", "skip all", "put off", "put off", "pause"],
    ...[
      "bring forward",
      "resume",
      "edit",
      "edit",
      "rename",
      "delete and restore",
      "days go by",
      "policy",
    ],
  ),
  day: fc.integer({ min: -40, max: 30 }),
  length: fc.integer({ min: 0, max: 25 }),
  schedule,
  isForThePast: fc.boolean(),
});

const history = fc.record({ first: schedule, steps: fc.array(step, { maxLength: 25 }) });

const daySet = (first: string, last: string) =>
  DaySet.fromRuns([[toDayNumber(first), toDayNumber(last) - toDayNumber(first) + 1]]);
const runs = (days: DaySet): Run[] =>
  days.toRuns().map(([first, length]) => [fromDayNumber(first), fromDayNumber(first + length - 1)]);

/** A task as the database changes it, and the events that it appends. */
class History {
  today = FIRST_TODAY;
  task: Task;
  readonly events: ModelEvent[] = [];

  constructor(first: ModelSchedule) {
    this.task = taskOf({ ...first, scheduleFrom: null } as Partial<Task>);
    this.#append("created", [], { ...first, from: null });
  }

  #append(kind: string, days: readonly Run[], details: Record<string, unknown> = {}) {
    this.events.push({ kind, days, details });
  }

  #change(changes: Partial<Task>) {
    this.task = { ...this.task, ...changes };
  }

  #putOff(due: string, now: string): readonly Run[] {
    const others = this.task.putOffs.filter(({ dueDate }) => dueDate !== due);
    if (others.some(({ newDate }) => newDate === now)) return [];
    const before = this.task.putOffs.find(({ dueDate }) => dueDate === due);
    this.#change({ putOffs: now === due ? others : [...others, { dueDate: due, newDate: now }] });
    this.#append("put_off", [[due, due]], { to: now === due ? null : now });
    return [due, now, before?.newDate ?? due].map((one): Run => [one, one]);
  }

  /** Takes a step; answers the days that it names, or null when it names them all. */
  take({ kind, day, length, schedule, isForThePast }: Step): readonly Run[] | null {
    const date = dayAfter(this.today, day);
    const until = dayAfter(date, length);
    const { task } = this;
    switch (kind) {
      case "done":
      case "skipped":
      case "catch up":
      case "skip all": {
        const isOne = kind === "done" || kind === "skipped";
        const days = isOne ? daySet(date, date) : daySet(date, until);
        const status = kind === "done" || kind === "catch up" ? "done" : "skipped";
        const open = days.minus(task.completedDays).minus(task.skippedDays);
        if (open.size === 0) return [];
        const by = { id: "c", status, completedAt: "", completedBy: "alice" } as const;
        this.task = { ...withCatchUp(task, { ...by, days: open }), recentCatchUps: [] };
        this.#append(status, runs(open), { by: "alice", status });
        return runs(open);
      }
      case "undo": {
        const marked = task.completedDays.union(task.skippedDays);
        if (!marked.has(toDayNumber(date))) return [];
        this.task = withoutCompletions(task, [date]);
        this.#append("undone", [[date, date]]);
        return [[date, date]];
      }
      case "put off":
        return this.#putOff(date, until);
      case "bring forward":
        return this.#putOff(dayAfter(this.today, length % 7), dayAfter(this.today, -(length % 5)));
      case "pause":
      case "resume": {
        const days = daySet(date, until);
        const isPause = kind === "pause";
        const changed = isPause
          ? days.minus(task.pausedDays)
          : days.minus(days.minus(task.pausedDays));
        if (changed.size === 0) return [];
        this.#change({
          pausedDays: isPause ? task.pausedDays.union(days) : task.pausedDays.minus(days),
        });
        this.#append(isPause ? "paused" : "resumed", runs(changed));
        // What was put off from one of these days is named with it.
        const moved = task.putOffs.filter(({ dueDate }) => dueDate >= date && dueDate <= until);
        return [[date, until], ...moved.map(({ newDate }): Run => [newDate, newDate])];
      }
      case "edit": {
        const from = isForThePast ? null : this.today;
        const { startDate, endDate, repeatValue, customRrule, afterDone, season } = task;
        const before = { startDate, endDate, repeatValue, customRrule, afterDone, season } as const;
        const validUntil = dayAfter(this.today, -1);
        const former = { ...before, customRruleText: null, validUntil };
        this.#change({
          ...(schedule as Partial<Task>),
          scheduleFrom: from,
          ...(from === null && { formerSchedules: [] }),
          ...(from !== null &&
            from !== task.scheduleFrom && { formerSchedules: [...task.formerSchedules, former] }),
        });
        this.#append("schedule_changed", [], { before, after: schedule, from });
        return isForThePast ? null : [];
      }
      case "rename":
        this.#change({ title: `Title ${day}` });
        this.#append("renamed", [], { before: task.title, after: `Title ${day}` });
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

  /** The domain's statuses of the days around today, the first of them `from` days from it. */
  shown(first: string, last: string): (string | null)[] {
    const occurrences = taskOccurrences(this.task);
    const all: (string | null)[] = [];
    for (let day = toDayNumber(first); day <= toDayNumber(last); day += 1) {
      all.push(dayStatus(this.task, fromDayNumber(day), this.today, occurrences));
    }
    return all;
  }
}

describe("the record", () => {
  test("replayed by an independent model, gives every day the status that the app shows", () => {
    fc.assert(
      fc.property(history, ({ first, steps }) => {
        const history = new History(first);
        for (const step of steps) history.take(step);
        const from = dayAfter(history.today, -75);
        const to = dayAfter(history.today, 60);
        expect(history.shown(from, to)).toEqual(
          statuses(replay(history.events), from, to, history.today),
        );
      }),
      { seed: 1, numRuns: 10_000 },
    );
  }, 240_000);

  test("says the same of a day before an operation and after it, unless it names the day", () => {
    fc.assert(
      fc.property(history, ({ first, steps }) => {
        const history = new History(first);
        for (const step of steps) {
          const from = dayAfter(history.today, -60);
          const yesterday = dayAfter(history.today, -1);
          const before = history.shown(from, yesterday);
          const named = history.take(step);
          if (named === null) continue;
          const changed = history
            .shown(from, yesterday)
            .map((status, index) => (status === before[index] ? null : dayAfter(from, index)))
            .filter((day) => day !== null)
            .filter((day) => !named.some(([first, last]) => day >= first && day <= last));
          expect(changed, JSON.stringify(step)).toEqual([]);
        }
      }),
      { seed: 1, numRuns: 10_000 },
    );
  }, 240_000);
});

const durations = ["P1D", "P10D", "P1W", "P6W", "P1M", "P2M", "P11M", "P999D"];
/** When a chore starts, how long after it was last done it is due, and the days of its ticks. */
const doneHistories = fc.sample(
  fc.record({
    start: fc.integer({ min: 10_000, max: 30_000 }),
    afterDone: fc.constantFrom(...durations),
    ticks: fc.array(fc.integer({ min: 10_000, max: 30_000 }), { maxLength: 4 }),
    isTwice: fc.boolean(),
  }),
  { seed: 1, numRuns: 100_000 },
);

const openDays = () =>
  doneHistories.map(({ start, afterDone, ticks, isTwice }) => {
    const startDate = fromDayNumber(start);
    let task = taskOf({ startDate, repeatValue: "custom", afterDone });
    const done = { id: "c", status: "done", completedAt: "", completedBy: "alice" } as const;
    for (const day of isTwice ? [...ticks, ...ticks] : ticks) {
      task = withCatchUp(task, { ...done, days: DaySet.fromDays([day]) });
    }
    const day = taskOccurrences(task).firstFrom(0);
    return day === null ? null : fromDayNumber(day);
  });

describe("due so long after it was last done, in 100,000 histories", () => {
  test("is what the model says", () => {
    const expected = doneHistories.map(({ start, afterDone, ticks }) => {
      const startDate = fromDayNumber(start);
      const details = { startDate, endDate: null, repeatValue: "custom", afterDone, season: null };
      const events = ticks.map((day) => {
        const date = fromDayNumber(day);
        return { kind: "done", days: [[date, date]] as Run[], details: {} };
      });
      return openDay(replay([{ kind: "created", days: [], details }, ...events]));
    });
    expect(openDays()).toEqual(expected);
    expect(later("2027-01-31", "P1M")).toBe("2027-02-28");
  }, 120_000);

  const script = `
import json, sys
from datetime import date, timedelta
from dateutil.relativedelta import relativedelta
epoch = date(1970, 1, 1)
units = {"D": "days", "W": "weeks", "M": "months"}
def due(one):
    start = epoch + timedelta(days=one["start"])
    if not one["ticks"]: return start.isoformat()
    last = epoch + timedelta(days=max(one["ticks"]))
    duration = one["afterDone"]
    return max(start, last + relativedelta(**{units[duration[-1]]: int(duration[1:-1])})).isoformat()
json.dump([due(one) for one in json.load(sys.stdin)], sys.stdout)`;

  test.skipIf(!hasDateutil())(
    "is what Python's relativedelta says",
    () => {
      const answer = execFileSync("python3", ["-c", script], {
        input: JSON.stringify(doneHistories),
        encoding: "utf8",
        maxBuffer: 2 ** 28,
      });
      expect(openDays()).toEqual(JSON.parse(answer));
    },
    120_000,
  );
});

function hasDateutil(): boolean {
  try {
    execFileSync("python3", ["-c", "import dateutil"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
