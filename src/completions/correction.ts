import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import type { Corrected } from "../domain/dates/done-when.ts";
import type { FailureWords } from "../supabase/failure-notice.ts";
import type { TaskChange } from "../sync/task-change.ts";
import type { CompletionDoers } from "./day-changes.ts";

/** Who did something, and when, corrected: apart from the other changes, which the first load brings. */

export const CORRECT_FAILED: FailureWords = {
  title: "Error Correcting Task",
  description: "Failed to correct it. Please try again.",
  offline: "Unable to correct it. Please check your connection and try again.",
  sendsInput: true,
};

/** What is given is corrected. */
export type Correction = Corrected & { readonly doers?: CompletionDoers };

/**
 * Corrects who did an occurrence that is done, or when; what is not given stays. doneOn is the day on which it was
 * really done, in the zone in which it was recorded, at most a year before its own and not after today; doneAt the
 * time of that day, if known. When it was recorded stays in the record.
 */
export function correctCompletion(
  taskId: string,
  date: CalendarDate,
  /** user id */
  correctedBy: string,
  { doers, doneOn, doneAt }: Correction,
): TaskChange {
  return {
    ...{ kind: "correct", taskId, date, correctedBy },
    ...(doers && { doers }),
    ...(doneOn && { doneOn }),
    ...(doneAt && { doneAt }),
  };
}
