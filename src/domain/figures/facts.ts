import * as v from "valibot";
import { fromDayNumber, LAST_DAY, toDayNumber } from "../dates/calendar-date.ts";
import { daysOf } from "../tasks/task-json.ts";
import type { Swap } from "../turns/turn-types.ts";

/** The parts of the record that the list leaves out: who did what, how late, and swapped turns. */

/** A set of days, the first of which is the answer's first day; base64 of a bit a day. */
const dayBits = v.string();
const people = v.array(v.string());

/** The answer of `read_record` (supabase/schemas/15_figures.sql). Days count from its first day. */
const recordJson = v.object({
  tasks: v.record(
    v.string(),
    v.object({
      doers: v.array(v.tuple([people, dayBits])),
      /** day, by how many it was late */
      late: v.optional(v.array(v.tuple([v.number(), v.number()])), []),
      /** the day on which it was recorded */
      caughtUp: v.optional(v.array(v.tuple([v.number(), dayBits])), []),
      /** day, person */
      swaps: v.optional(v.array(v.tuple([v.number(), v.string()])), []),
    }),
  ),
  leftOut: v.array(v.string()),
});

/** Facts of one task, by day number. */
export interface TaskFacts {
  /** who did it: ids of people or accounts; none for nobody in particular */
  readonly doers: ReadonlyMap<number, readonly string[]>;
  /** by how many days it was late; only those that were */
  readonly late: ReadonlyMap<number, number>;
  /** the turns that somebody took or was given, ascending */
  readonly swaps: readonly Swap[];
}

/** Facts of one answer's days. */
export interface RecordFacts {
  /** by the task's id; none of a task of which nothing was done or swapped in these days */
  readonly tasks: ReadonlyMap<string, TaskFacts>;
  /** the ids of tasks of which the answer has no facts: they have too many */
  readonly leftOut: ReadonlySet<string>;
}

export const NO_FACTS: TaskFacts = { doers: new Map(), late: new Map(), swaps: [] };

/** Before any answer is there. */
export const NO_RECORD: RecordFacts = { tasks: new Map(), leftOut: new Set() };

/**
 * @param firstDay the day from which it was asked for, `yyyy-MM-dd`
 * @throws v.ValiError when it is no answer of `read_record`
 */
export function factsFromJson(json: unknown, firstDay: string): RecordFacts {
  const first = toDayNumber(firstDay);
  const { tasks, leftOut } = v.parse(recordJson, json);
  const facts = Object.entries(tasks).map(
    ([id, { doers, late, caughtUp, swaps }]) =>
      [
        id,
        {
          doers: byDay(doers, first),
          late: new Map([
            ...late.map(([day, days]) => [first + day, days] as const),
            ...lateness(caughtUp, first),
          ]),
          swaps: swaps.map(([day, person]) => ({ day: fromDayNumber(first + day), person })),
        },
      ] as const,
  );
  return { tasks: new Map(facts), leftOut: new Set(leftOut) };
}

/** The days of one set, ascending. */
const eachDay = (bits: string, first: number): number[] =>
  daysOf([[first, bits]]).between(first, LAST_DAY);

const byDay = <Value>(sets: readonly (readonly [Value, bits: string])[], first: number) =>
  new Map(
    sets.flatMap(([value, bits]) => eachDay(bits, first).map((day) => [day, value] as const)),
  );

/** Days done in one go are late by the day on which that was recorded. */
const lateness = (sets: readonly (readonly [recorded: number, bits: string])[], first: number) =>
  sets
    .flatMap(([recorded, bits]) =>
      eachDay(bits, first).map((day) => [day, first + recorded - day] as const),
    )
    .filter(([, late]) => late > 0);
