import { scheduledDay } from "../../../src/domain/recurrence/task-schedule.ts";
import type { Task } from "../../../src/domain/tasks/task.ts";
import { todayBuckets } from "../../../src/domain/tasks/today.ts";
import { turnOf } from "../../../src/domain/turns/turn-words.ts";

/** What becomes due on a day, as the API has it (docs/design/api.md); none if nothing does. */
export function dueOn(tasks: readonly Task[], day: string, timeZone: string, now: number) {
  const { active } = todayBuckets(tasks, { today: day, timeZone, now });
  return active
    .flatMap(({ items }) => items)
    .filter(({ dueDate }) => dueDate === day)
    .map(({ task, dueDate, doneDate }) => {
      const turn = turnOf(task, dueDate, day);
      const { id, title, category, household } = task;
      return {
        task: {
          ...{ id, title, category },
          household: household ? { id: household.id, name: household.name } : null,
        },
        day: scheduledDay(task, doneDate),
        dueDay: dueDate,
        isOverdue: false,
        turn: turn && { id: turn.id, name: turn.name },
        status: "open",
        doneBy: [],
        door: null,
        at: null,
      };
    });
}
