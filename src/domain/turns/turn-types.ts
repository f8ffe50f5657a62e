import type { CalendarDate } from "../dates/calendar-date.ts";

/** Turns as people enter them: docs/design/turns.md. People are ids of a household's people. */

export const TURN_LENGTHS = ["each", "week", "month"] as const;

/** The length of a turn: one occurrence, a week from Monday, or a calendar month. */
export type TurnLength = (typeof TURN_LENGTHS)[number];

/** The people who take turns, in their order, and how long a turn lasts; nobody: it is anybody's. */
export interface Roster {
  readonly roster: readonly string[];
  readonly turnLength: TurnLength;
}

/** From when to when somebody is away, and since when that is known. */
export interface Absence {
  readonly id: string;
  readonly person: string;
  readonly from: CalendarDate;
  /** the last day; null when nobody knows it */
  readonly to: CalendarDate | null;
  /** It counts from this day on: `from` of one that was entered for the past too. */
  readonly enteredOn: CalendarDate;
  /** the first day on which they were there again, where that was sooner; null when it was not */
  readonly endedOn: CalendarDate | null;
}

/** A day's turn that somebody took, or was given, whatever the roster says. */
export interface Swap {
  readonly day: CalendarDate;
  readonly person: string;
}

/** A day's turn that somebody wants to hand on. */
export interface TurnOffer {
  readonly day: CalendarDate;
  readonly from: string;
  /** to whom; null: to everybody */
  readonly to: string | null;
}
