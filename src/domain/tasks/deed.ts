import type { DayRun } from "../dates/day-set.ts";
import type { Door } from "./door.ts";

/** An earlier change of the same days, as the database answers to one that waited. */
export interface Deed extends Door {
  /** runs of days: [first since 1970-01-01, how many] */
  readonly days: readonly DayRun[];
  /** `done`, `skipped`, or the kind of its event */
  readonly status: string;
  /** account; absent for somebody who has closed theirs */
  readonly completedBy?: string | undefined;
  /** of the task's household */
  readonly people?: readonly string[] | undefined;
  /** ISO instant, and the IANA zone in which it is told */
  readonly completedAt: string;
  readonly timeZone: string;
}

/** The deed in the `details` of a database error; null when there is none. */
export const readDeed = (details: string | null | undefined): Deed | null =>
  details?.startsWith("{") ? (JSON.parse(details) as Deed) : null;
