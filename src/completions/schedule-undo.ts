import { type Session, useSession } from "../auth/session.ts";
import { DAY_MS } from "../domain/dates/calendar.ts";
import { msg } from "../domain/language/messages.ts";
import type { RecordedEvent } from "../domain/tasks/event-texts.ts";
import { type FailureWords, failureNotice, type Notice } from "../supabase/failure-notice.ts";
import { dataOf } from "../supabase/request-failure.ts";
import { useTaskChanges } from "../sync/task-changes.ts";
import { spokenLocale } from "../ui/use-locale.ts";

/** A change of a schedule for the past too, taken back within a day. */

const UNDO_FAILED: FailureWords = {
  title: msg("Error Undoing Change"),
  description: msg("Failed to undo the change. Please try again."),
  offline: msg("Unable to undo the change. Please check your connection and try again."),
  codes: ["UNDO_TOO_LATE"],
};

const OF_SCHEDULES = ["schedule_changed", "started_earlier", "schedule_undone"];

/** The event that can be taken back, of events that come with the latest first; null when there is none. */
export function undoableEvent(events: readonly RecordedEvent[], now: number): number | null {
  const latest = events.find(({ kind }) => OF_SCHEDULES.includes(kind));
  if (latest?.kind !== "schedule_changed" || latest.details.from !== null) return null;
  return now - Date.parse(latest.happenedAt) < DAY_MS ? latest.id : null;
}

export const SCHEDULE_UNDONE = [
  msg("Change Undone"),
  msg("The schedule is what it was before."),
] as const;

/**
 * Takes a change back, the user's latest one unless its event is given. Resolves to what to say when that failed,
 * and to null when it is done.
 */
export function useUndoSchedule(taskId: string): (eventId?: number) => Promise<Notice | null> {
  const session = useSession();
  const send = useTaskChanges();
  return async (eventId) => {
    try {
      const id = eventId ?? (session && (await latestChange(session, taskId)));
      if (id !== null) await send({ kind: "undo-schedule", taskId, eventId: id });
      return null;
    } catch (error) {
      return failureNotice(UNDO_FAILED, error, spokenLocale.getState());
    }
  };
}

/** The event of the user's own latest change: another one since then must not be taken back instead. */
async function latestChange(session: Session, taskId: string): Promise<number | null> {
  const rows = await dataOf(
    (await session.supabase())
      .from("task_events")
      .select("id")
      .eq("task_id", taskId)
      .eq("kind", "schedule_changed")
      .eq("user_id", session.userId)
      .order("id", { ascending: false })
      .limit(1)
      .abortSignal(session.signal),
  );
  return rows?.[0]?.id ?? null;
}
