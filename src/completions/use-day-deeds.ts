import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { namedPeople } from "../domain/households/doers.ts";
import { scheduledDay } from "../domain/recurrence/task-schedule.ts";
import type { DoneBefore } from "../domain/tasks/done-earlier.ts";
import { type Recorder, sharedHousehold, type Task } from "../domain/tasks/task.ts";
import {
  COMPLETE_FAILED,
  CORRECT_FAILED,
  completeOccurrence,
  PUT_OFF_FAILED,
  recordedNow,
  SKIP_FAILED,
  UNDO_FAILED,
} from "./day-changes.ts";
import { useToldChanges } from "./told-changes.ts";

/** Shown when the whole change was taken. */
type Say = () => unknown;

/**
 * All that can be done with a day of a task: each deed sends its change, says itself why it failed, and resolves to
 * whether it was sent.
 */
export function useDayDeeds(task: Task, date: CalendarDate, by: Recorder) {
  const send = useToldChanges();
  const ofTask = { taskId: task.id } as const;
  return {
    /**
     * @param ids who did it: people of the task's household, none for somebody, or an account that takes part; the
     *   user unless given
     * @param before the day that is settled and the one on which it was done: now unless given
     */
    complete: (say?: Say, ids?: readonly string[], before?: DoneBefore) => {
      const doneOn = before && { doneOn: before.doneOn };
      const change = completeOccurrence(task, before?.day ?? date, by, ids, doneOn);
      return send(change, COMPLETE_FAILED, say);
    },
    skip: (say?: Say) => {
      const occurrence = { date, dueDate: scheduledDay(task, date) };
      return send({ kind: "skip", ...ofTask, ...occurrence, ...recordedNow(by) }, SKIP_FAILED, say);
    },
    /** @param dueDate the occurrence, by its day in the schedule */
    putOff: (dueDate: CalendarDate, newDate: CalendarDate, say?: Say) =>
      send({ kind: "put-off", ...ofTask, dueDate, newDate }, PUT_OFF_FAILED, say),
    undo: (say?: Say, day = date) => send({ kind: "undo", ...ofTask, date: day }, UNDO_FAILED, say),
    /** @param ids the people of the task's household who did it, none for somebody */
    correctWho: (ids: readonly string[], say?: Say) => {
      const household = sharedHousehold(task);
      const doers = household ? namedPeople(household, ids) : [];
      const who = { correctedBy: by.userId, doers };
      return send({ kind: "correct", ...ofTask, date, ...who }, CORRECT_FAILED, say);
    },
  };
}
