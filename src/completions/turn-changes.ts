import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import type { FailureWords } from "../supabase/failure-notice.ts";
import type { TaskChange } from "../sync/task-change.ts";

/** Whose turn some days are: taken, offered, given and returned. They need the network. */

export const TURN_FAILED: FailureWords = {
  title: "Error Changing Turn",
  description: "Whose turn it is has not changed. Please try again.",
  offline: "Whose turn it is has not changed. Please check your connection and try again.",
  sendsInput: true,
};

const change = (value: object) => value as unknown as TaskChange;

export const takeTurns = (taskId: string, days: readonly CalendarDate[]) =>
  change({ kind: "take-turns", taskId, days });
export const offerTurns = (taskId: string, days: readonly CalendarDate[], to: string | null) =>
  change({ kind: "offer-turns", taskId, days, to });
export const withdrawOffers = (taskId: string, days: readonly CalendarDate[]) =>
  change({ kind: "withdraw-offers", taskId, days });
export const giveTurns = (taskId: string, days: readonly CalendarDate[], to: string) =>
  change({ kind: "give-turns", taskId, days, to });
export const returnTurns = (taskId: string, days: readonly CalendarDate[]) =>
  change({ kind: "return-turns", taskId, days });
