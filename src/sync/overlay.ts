import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import type { Household } from "../domain/households/household.ts";
import { NOTHING_RECORDED, type Task } from "../domain/tasks/task.ts";
import { shownAfter } from "./change-kinds.ts";
import type { TaskChange } from "./task-change.ts";

/** A change that the list does not have yet. */
export interface ShownChange {
  readonly change: TaskChange;
  /** ISO instant: since when it waits on this device for the network; absent while it is under way */
  readonly madeAt?: string | undefined;
}

type Create = Extract<TaskChange, { kind: "create" }>;

interface Viewer {
  readonly userId: string;
  readonly households: readonly Household[];
}

/**
 * The tasks with changes applied, in their order. What waits says so on the days that it is about, and a new task
 * that waits is there; one that is under way comes with the answer.
 */
export function withChanges(
  tasks: readonly Task[],
  changes: readonly ShownChange[],
  viewer: Viewer,
): readonly Task[] {
  return changes.reduce((list, { change, madeAt }) => {
    const isKnown = list.some(({ id }) => id === change.taskId);
    if (change.kind === "create" && madeAt && !isKnown) {
      return list.concat(newTask(change, madeAt, viewer));
    }
    return list.flatMap((task) => {
      if (task.id !== change.taskId) return [task];
      const shown = shownAfter(task, change);
      return shown ? [madeAt ? withWhatWaits(shown, change) : shown] : [];
    });
  }, tasks);
}

const withWhatWaits = (task: Task, change: TaskChange): Task => ({
  ...task,
  waitingDays: [...(task.waitingDays ?? []), ...daysOf(change)],
  ...(change.kind === "note" && {
    waitingNotes: { ...task.waitingNotes, [change.day]: change.note },
  }),
});

/** The days of whose rows something waits. */
function daysOf(change: TaskChange): readonly CalendarDate[] {
  switch (change.kind) {
    case "complete":
    case "skip":
    case "undo":
    case "correct":
      return [change.date];
    case "note":
    case "check-line":
      return [change.day];
    case "put-off":
      return [change.dueDate, change.newDate];
    case "create":
      return [change.input.startDate];
    default:
      return [];
  }
}

/** As the database will make it. */
function newTask({ input }: Create, madeAt: string, { userId, households }: Viewer): Task {
  const { shareWith: _, ...fields } = input;
  const household = households.find(({ id }) => id === fields.householdId);
  return {
    ...NOTHING_RECORDED,
    ...fields,
    ...(household && { household }),
    ...{ ownerId: userId, createdAt: madeAt, updatedAt: madeAt, rosterSince: madeAt },
    waitingDays: [fields.startDate],
  };
}
