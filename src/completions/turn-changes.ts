import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import type { FailureWords } from "../supabase/failure-notice.ts";
import type { TaskChange } from "../sync/task-change.ts";

/** Whose turn some days are: 1 to 31 of them, by which their occurrences are known. They need the network. */

export const TURN_FAILED: FailureWords = {
  title: "Error Changing Turn",
  description: "Whose turn it is has not changed. Please try again.",
  offline: "Whose turn it is has not changed. Please check your connection and try again.",
  codes: ["TURN_TAKEN"],
  sendsInput: true,
};

type Days = readonly CalendarDate[];

/** These turns become the caller's. */
export const takeTurns = (taskId: string, days: Days): TaskChange => ({
  kind: "take-turns",
  taskId,
  days: [...days],
});

/** A keeper gives them to somebody of the household. */
export const giveTurns = (taskId: string, days: Days, personId: string): TaskChange => ({
  kind: "give-turns",
  taskId,
  days: [...days],
  personId,
});

/** The roster decides again on days that were taken or given. */
export const returnTurns = (taskId: string, days: Days): TaskChange => ({
  kind: "return-turns",
  taskId,
  days: [...days],
});

/** The caller asks one person, or everybody for null, to take them. */
export const offerTurns = (taskId: string, days: Days, toPerson: string | null): TaskChange => ({
  kind: "offer-turns",
  taskId,
  days: [...days],
  toPerson,
});

/** Nobody is asked any more. */
export const withdrawOffers = (taskId: string, days: Days): TaskChange => ({
  kind: "withdraw-offers",
  taskId,
  days: [...days],
});
