import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import type { FailureWords } from "../supabase/failure-notice.ts";
import type { TaskChange } from "../sync/task-change.ts";

/** Whose turn some days are: taken, offered, given and returned. They need the network. */

export const TURN_FAILED: FailureWords = {
  title: "Error Changing Turn",
  description: "Whose turn it is has not changed. Please try again.",
  offline: "Whose turn it is has not changed. Please check your connection and try again.",
  codes: ["TURN_TAKEN"],
  sendsInput: true,
};
