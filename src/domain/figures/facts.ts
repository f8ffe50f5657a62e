import { fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { daysOf } from "../tasks/task-json.ts";
import type { Swap } from "../turns/turn-types.ts";

/** What the list leaves out of the record: who did what, how late, and whose turn was swapped. */

/** A set of days, the first of which is the answer's first day; base64 of a bit a day. */
type DayBits = string;

/** What `read_record` answers: supabase/schemas/15_figures.sql has the words. Days count from its first day. */
export interface RecordJson {
  readonly tasks: Readonly<
    Record<
      string,
      {
        readonly doers: readonly (readonly [people: readonly string[], days: DayBits])[];
        readonly late?: readonly (readonly [day: number, late: number])[];
        readonly caughtUp?: readonly (readonly [recorded: number, days: DayBits])[];
        readonly swaps?: readonly (readonly [day: number, person: string])[];
      }
    >
  >;
  readonly leftOut: readonly string[];
}

/** Of one task, by day number. */
export interface TaskFacts {
  /** who did it: ids of people or accounts; none for nobody in particular */
  readonly doers: ReadonlyMap<number, readonly string[]>;
  /** by how many days it was late; only those that were */
  readonly late: ReadonlyMap<number, number>;
  /** the turns that somebody took or was given, ascending */
  readonly swaps: readonly Swap[];
}

/** Of the days of one answer. */
export interface RecordFacts {
  /** by the task's id; none of a task of which nothing was done or swapped in these days */
  readonly tasks: ReadonlyMap<string, TaskFacts>;
  /** the ids of tasks of which the answer has no facts: they have too many */
  readonly leftOut: ReadonlySet<string>;
}

export const NO_FACTS: TaskFacts = { doers: new Map(), late: new Map(), swaps: [] };

/** Before any answer is there. */
export const NO_RECORD: RecordFacts = { tasks: new Map(), leftOut: new Set() };

/** @param firstDay the day from which it was asked for, `yyyy-MM-dd` */
export function factsFromJson(json: RecordJson, firstDay: string): RecordFacts {
  const first = toDayNumber(firstDay);
  const tasks = Object.entries(json.tasks).map(
    ([id, { doers, late = [], caughtUp = [], swaps = [] }]) =>
      [
        id,
        {
          doers: byDay(
            doers.map(([people, bits]) => [people, bits]),
            first,
          ),
          late: new Map([
            ...late.map(([day, days]) => [first + day, days] as const),
            ...lateness(caughtUp, first),
          ]),
          swaps: swaps.map(([day, person]) => ({ day: fromDayNumber(first + day), person })),
        },
      ] as const,
  );
  return { tasks: new Map(tasks), leftOut: new Set(json.leftOut) };
}

/** The days of one set, ascending. */
function eachDay(bits: DayBits, first: number): number[] {
  const days: number[] = [];
  daysOf([[first, bits]]).forEachRun((from, last) => {
    for (let day = from; day <= last; day++) days.push(day);
  });
  return days;
}

const byDay = <Value>(sets: readonly (readonly [Value, DayBits])[], first: number) =>
  new Map(
    sets.flatMap(([value, bits]) => eachDay(bits, first).map((day) => [day, value] as const)),
  );

/** Of what was done in one go: the day on which it was recorded says how late each day was. */
const lateness = (sets: readonly (readonly [recorded: number, DayBits])[], first: number) =>
  sets
    .flatMap(([recorded, bits]) =>
      eachDay(bits, first).map((day) => [day, first + recorded - day] as const),
    )
    .filter(([, late]) => late > 0);
