import { type CalendarDate, fromDayNumber, LAST_DAY, toDayNumber } from "../dates/calendar-date.ts";
import { taskOccurrences } from "../recurrence/task-schedule.ts";
import type { Task } from "../tasks/task.ts";
import { hasTurns } from "./has-turns.ts";
import { type Days, Presence } from "./presence.ts";
import { type TurnVersion, turnPlan } from "./turn-plan.ts";

/** The rule of turns; docs/design/turns.md has it in words. */

/**
 * Returns whose turn the occurrence due on `day`, or known by it, is: a person's id, or null for
 * anybody's. Turns of a week or a month belong to the day; an interval task's to its settled days, or to
 * the days from its open day to `today`.
 */
export const turnOn = (task: Task, day: CalendarDate, today: CalendarDate): string | null =>
  turnFrom(task, day, today)?.person ?? null;

/** A turn and what it comes of. */
export interface Turn {
  readonly person: string;
  /** the day of the swap that decides it; null where the roster does */
  readonly swap: CalendarDate | null;
  /** the day by which it is known, whose schedule has the roster */
  readonly known: CalendarDate;
}

/** The same with what it comes of. */
export function turnFrom(task: Task, day: CalendarDate, today: CalendarDate): Turn | null {
  if (!hasTurns(task)) return null;
  const slot = slotOn(task, toDayNumber(day), toDayNumber(today));
  if (slot === null) return null;
  const absences = task.household?.absences ?? [];
  const isKnown = (person: string | undefined) => person !== undefined && isPersonOf(task, person);
  const known = fromDayNumber(slot.known);
  const swap = task.swaps.findLast((one) => isWithin(toDayNumber(one.day), slot.swaps));
  const isThere = swap && !Presence.of(absences, swap.person).isAway(slot.day);
  if (isThere && isKnown(swap.person)) return { person: swap.person, swap: swap.day, known };
  if (slot.unit === null) return null;
  const { rotation, roster } = slot.version;
  const order = rotation.orderOn(slot.unit);
  const person = roster[order.find((place) => !rotation.people[place]?.isAway(slot.day)) ?? -1];
  return person !== undefined && isKnown(person) ? { person, swap: null, known } : null;
}

/**
 * The day by which a turn is taken, offered or given: of what was put off the day that it is known by; of an
 * interval task `today`, or the day after it was done.
 */
export function turnDay(task: Task, day: CalendarDate, today: CalendarDate): CalendarDate {
  const slot = slotOn(task, toDayNumber(day), toDayNumber(today));
  return slot === null ? day : fromDayNumber(slot.key);
}

/**
 * How many turns each person had from one day to another, both included: the days on which it was due, or on
 * which an interval task was settled. Anybody's count for nobody.
 */
export function turnsBetween(
  task: Task,
  from: CalendarDate,
  to: CalendarDate,
  today: CalendarDate,
): ReadonlyMap<string, number> {
  const turns = new Map<string, number>();
  if (!hasTurns(task)) return turns;
  const [first, last] = [toDayNumber(from), toDayNumber(to)];
  const settled = turnPlan(task).versions.flatMap((version) => version.settled ?? []);
  const days = new Set([
    ...taskOccurrences(task).between(first, last),
    ...settled.filter((day) => isWithin(day, { first, last })),
  ]);
  for (const day of days) {
    const person = turnOn(task, fromDayNumber(day), today);
    if (person !== null) turns.set(person, (turns.get(person) ?? 0) + 1);
  }
  return turns;
}

/** The data that decides one turn, in day numbers. */
interface Slot {
  readonly version: TurnVersion;
  /** the first day of its unit; null before the first week or month, of what was done before its start */
  readonly unit: number | null;
  /** on which its person must be there */
  readonly day: number;
  /** by which it is taken */
  readonly key: number;
  /** The last swap of these days counts. */
  readonly swaps: Days;
  /** the day asked about, or the one that was put off to it */
  readonly known: number;
}

/** Null for a day that is nobody's by the rule. */
function slotOn(task: Task, asked: number, today: number): Slot | null {
  const { versions, putOffFrom, broughtForward, openDay } = turnPlan(task);
  const known = putOffFrom.get(asked) ?? asked;
  const version = versions.find(({ until }) => known <= until);
  if (version === undefined || version.roster.length === 0) return null;
  const isOpen =
    version === versions.at(-1) &&
    openDay !== null &&
    (known === openDay || (openDay <= known && known <= today));
  const { settled = null } = version;
  const taken = settled && settledSlot(version, settled, known, isOpen ? { openDay, today } : null);
  const { day, key, swaps } = taken ?? { day: known, key: known, swaps: only(known) };
  // Neither is a unit of its own: it is the turn of whoever is next.
  const isNext = settled ? isOpen : broughtForward.has(known);
  if (version.turnLength === "each" && isNext) {
    return { version, unit: Math.max(day, swaps.first), day, key, swaps, known };
  }
  const unit = version.units.unitOn(day);
  if (unit === null && taken === null) return null;
  return { version, unit: unit?.first ?? null, day, key, swaps, known };
}

/** A swap of an interval task is for the next time it is settled. */
function settledSlot(
  version: Pick<TurnVersion, "since">,
  settled: readonly number[],
  known: number,
  open: { readonly openDay: number; readonly today: number } | null,
): Pick<Slot, "day" | "key" | "swaps"> | null {
  if (settled.includes(known)) {
    const before = settled.findLast((day) => day < known) ?? version.since - 1;
    return { day: known, key: known, swaps: { first: before + 1, last: known } };
  }
  if (open === null) return null;
  const first = (settled.at(-1) ?? version.since - 1) + 1;
  const { openDay, today } = open;
  return {
    day: Math.max(openDay, today),
    key: Math.max(first, today),
    swaps: { first, last: LAST_DAY },
  };
}

const only = (day: number): Days => ({ first: day, last: day });

const isWithin = (day: number, { first, last }: Days) => first <= day && day <= last;

const isPersonOf = ({ household }: Task, person: string) =>
  household !== undefined &&
  (household.people.some(({ id }) => id === person) || household.former?.[person] !== undefined);
