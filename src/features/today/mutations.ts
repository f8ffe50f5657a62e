import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { type Completion, withCompletions, withoutCompletions } from "../../domain/tasks/task.ts";
import { dataOf } from "../../supabase/request-failure.ts";
import { type TaskChange, taskAnswer } from "../../sync/task-changes.ts";
import type { TaskEvent } from "../../sync/task-list.ts";

/** Marks an occurrence done. If somebody else was first, the answer has their completion. */
export function completeOccurrence(
  taskId: string,
  date: CalendarDate,
  completedBy: string,
): TaskChange {
  const completedAt = new Date().toISOString();
  const completion: Completion = { date, status: "done", completedAt, completedBy };
  return {
    taskId,
    optimistic: (task) => withCompletions(task, [completion]),
    send: async (supabase, signal) => {
      const parameters = { task_id: taskId, completed_date: date };
      return taskAnswer(
        await dataOf(supabase.rpc("complete_task", parameters).abortSignal(signal)),
      );
    },
  };
}

/** Who was first, when the answer to a tick says that it was somebody else; null otherwise. */
export function firstCompleter(answer: TaskEvent | null, date: CalendarDate, userId: string) {
  if (answer?.type !== "task_answer") return null;
  const { people, recentCompletions } = answer.task;
  const done = recentCompletions.find((completion) => completion.date === date);
  if (done === undefined || done.completedBy === userId) return null;
  return { name: people[done.completedBy ?? ""] ?? "Someone", completedAt: done.completedAt };
}

/** Takes a completion back: one's own, or anyone's on a task of one's own. */
export function undoCompletion(taskId: string, date: CalendarDate): TaskChange {
  return {
    taskId,
    optimistic: (task) => withoutCompletions(task, [date]),
    send: async (supabase, signal) => {
      const parameters = { task_id: taskId, completed_date: date };
      return taskAnswer(
        await dataOf(supabase.rpc("undo_completion", parameters).abortSignal(signal)),
      );
    },
  };
}
