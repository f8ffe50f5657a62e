import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { doneWhen } from "../domain/dates/done-when.ts";
import { formatDate } from "../domain/dates/format-date.ts";
import { doersOf, namedPeople } from "../domain/households/doers.ts";
import type { DayActions } from "../domain/tasks/day-ledger.ts";
import type { DoneBefore } from "../domain/tasks/done-earlier.ts";
import { doersName, sharedHousehold, type Task } from "../domain/tasks/task.ts";
import { hasTurns } from "../domain/turns/has-turns.ts";
import type { TaskChange } from "../sync/task-change.ts";
import { announce } from "../ui/announcer.tsx";
import { toastSuccess } from "../ui/toast.ts";
import { useDateStyle } from "../ui/use-date-style.ts";
import {
  COMPLETE_FAILED,
  CORRECT_FAILED,
  completeOccurrence,
  firstCompleter,
  PUT_OFF_FAILED,
  recordedNow,
  SKIP_FAILED,
  UNDO_FAILED,
} from "./day-changes.ts";
import { useToldChanges } from "./told-changes.ts";
import type { useViewer } from "./use-viewer.ts";

type Viewer = ReturnType<typeof useViewer>;

/** Ticking off, skipping, putting off and undoing one occurrence: each resolves to whether it was done, and never rejects. */
export function useOccurrenceActions(task: Task, date: CalendarDate, viewer: Viewer) {
  const style = useDateStyle();
  const send = useToldChanges();
  const { userId, today, timeZone } = viewer;

  /**
   * @param ids who did it: people of the task's household, none for somebody, or an account that takes part; the
   *   user unless given
   * @param before the day that is settled and the one on which it was done: now unless given
   * @param said what is read out instead of a notice, where what is seen says the same
   */
  async function complete(
    ids?: readonly string[],
    before?: DoneBefore,
    said?: string,
  ): Promise<boolean> {
    const household = sharedHousehold(task);
    const doers = ids && household ? doersOf(household, ids) : undefined;
    const by = ids?.[0] && !household ? { ...viewer, userId: ids[0] } : viewer;
    const day = before?.day ?? date;
    const doneOn = before && { doneOn: before.doneOn };
    const answer = await send(completeOccurrence(task.id, day, by, doers, doneOn), COMPLETE_FAILED);
    if (answer === false) return false;
    const other = firstCompleter(answer, day, by.userId);
    const text = other
      ? `${other.name} was first, ${doneWhen(other, today, timeZone, style)}.`
      : ["Great job! Task marked as complete.", ...(await doneFor(day, ids))].join(" ");
    const undoIt = { label: "Undo", run: () => void undo(day) };
    if (said && !other) announce(said);
    else toastSuccess("Task Completed", text, other ? undefined : undoIt);
    return true;
  }

  /** Whose turn it was; nothing where that need not be said. */
  async function doneFor(day: CalendarDate, ids?: readonly string[]): Promise<string[]> {
    if (!hasTurns(task)) return [];
    // Without a network it may not come: it is done all the same.
    const loaded = await import("./done-for.ts").catch(() => null);
    return loaded ? loaded.doneForText(task, day, ids, today) : [];
  }

  async function skip(): Promise<boolean> {
    const change: TaskChange = { kind: "skip", taskId: task.id, date, ...recordedNow(viewer) };
    if ((await send(change, SKIP_FAILED)) === false) return false;
    const undoIt = { label: "Undo", run: () => void undo(date) };
    toastSuccess("Task Skipped", "It counts as neither done nor missed.", undoIt);
    return true;
  }

  /** @param moved the occurrence, by its day in the schedule, and where it is now if it was put off before */
  async function putOff(
    { dueDate, newDate }: NonNullable<DayActions["putOff"]>,
    to: CalendarDate,
  ): Promise<boolean> {
    const ofTask = { kind: "put-off", taskId: task.id, dueDate } as const;
    const move = (day: CalendarDate) => send({ ...ofTask, newDate: day }, PUT_OFF_FAILED);
    if ((await move(to)) === false) return false;
    const undoIt = { label: "Undo", run: () => void move(newDate ?? dueDate) };
    toastSuccess(`Put off to ${formatDate(to, style)}`, undefined, undoIt);
    return true;
  }

  async function undo(day = date): Promise<boolean> {
    const change: TaskChange = { kind: "undo", taskId: task.id, date: day };
    if ((await send(change, UNDO_FAILED)) === false) return false;
    toastSuccess("Task Uncompleted", "Task marked as incomplete.");
    return true;
  }

  /** @param ids the people of the task's household who did it, none for somebody */
  async function correctWho(ids: readonly string[]): Promise<void> {
    const household = sharedHousehold(task);
    const doers = household ? namedPeople(household, ids) : [];
    const who = { correctedBy: userId, doers };
    const change: TaskChange = { kind: "correct", taskId: task.id, date, ...who };
    if ((await send(change, CORRECT_FAILED)) === false) return;
    const name = doersName(task, { completedBy: userId, people: ids }, userId);
    toastSuccess("Corrected", `${task.title}: done by ${name === "You" ? "you" : name}.`);
  }

  return { complete, correctWho, skip, putOff, undo };
}
