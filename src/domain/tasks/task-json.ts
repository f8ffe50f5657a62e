import { DaySet } from "../dates/day-set.ts";
import type { Household } from "../households/household.ts";
import type { CatchUp, Task } from "./task.ts";

/** Runs of days: [first day number since 1970-01-01, length]. */
type Runs = readonly (readonly number[])[];

/**
 * Days as bits: the day number of the first byte's highest bit, and the bytes in base64 without the "A"s
 * at the end (docs/decisions/009-settled-days.md).
 */
export type Bits = readonly (readonly [first: number, base64: string])[];

/** A task as SQL writes it, by list, answer and live message: the client's, but for its days. */
export interface TaskJson
  extends Omit<
    Task,
    | "completedDays"
    | "skippedDays"
    | "pausedDays"
    | "recentCatchUps"
    | "household"
    | "swaps"
    | "offers"
    | "waitingDays"
    | "waitingNotes"
  > {
  readonly completedDays: Bits;
  readonly skippedDays: Bits;
  readonly pausedDays: Runs;
  readonly recentCatchUps: readonly (Omit<CatchUp, "days"> & { readonly days: Runs })[];
  /** [day, who has the turn]; absent where there are none */
  readonly swaps?: readonly (readonly [day: string, person: string])[];
  readonly offers?: Task["offers"];
}

const TEXTS = ["id", "ownerId", "title", "category", "startDate"] as const;
const LISTS = [
  "checklist",
  "roster",
  "takingPart",
  "formerSchedules",
  "putOffs",
  "pausedDays",
  "completedDays",
  "skippedDays",
  "recentCompletions",
  "recentCatchUps",
  "recentChecks",
] as const;

/** Whether a value has all parts of a task that everything which reads one relies on. */
export function isTaskJson(value: unknown): value is TaskJson {
  const task = value as TaskJson | null;
  return (
    task !== null &&
    typeof task === "object" &&
    TEXTS.every((name) => typeof task[name] === "string") &&
    LISTS.every((name) => Array.isArray(task[name])) &&
    typeof task.revision === "number" &&
    typeof task.people === "object"
  );
}

/** Parses a task. @throws TypeError when it is none */
export function readTaskJson(value: unknown): TaskJson {
  if (!isTaskJson(value)) throw new TypeError("This is no task.");
  return value;
}

/** Whether enough of the task is here to say what is due: one with a long record has its page alone. */
export const isListed = ({ cut }: TaskJson) => !cut;

/** The days that are set. */
export function daysOf(bits: Bits): DaySet {
  const parts = bits.map(([first, base64]) => {
    const whole = base64.padEnd(Math.ceil(base64.length / 4) * 4, "A");
    return DaySet.fromBits(
      first,
      Uint8Array.from(atob(whole), (byte) => byte.charCodeAt(0)),
    );
  });
  return parts.reduce((days, part) => days.union(part), DaySet.empty);
}

/** @param household the viewer's, where the task belongs to one of theirs */
export function taskFromJson(json: TaskJson, household?: Household): Task {
  return {
    ...json,
    ...(household && { household }),
    completedDays: daysOf(json.completedDays),
    skippedDays: daysOf(json.skippedDays),
    pausedDays: DaySet.fromRuns(json.pausedDays),
    recentCatchUps: json.recentCatchUps.map((catchUp) => ({
      ...catchUp,
      days: DaySet.fromRuns(catchUp.days),
    })),
    swaps: json.swaps?.map(([day, person]) => ({ day, person })) ?? [],
    offers: json.offers ?? [],
  };
}
