import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { DaySet } from "../domain/dates/day-set.ts";
import type { Household } from "../domain/households/household.ts";
import type { Task } from "../domain/tasks/task.ts";
import { shownAfter } from "./change-kinds.ts";
import type { TaskChange } from "./task-change.ts";

/** A change that waits. */
export interface Made {
  readonly change: TaskChange;
  /** ISO instant */
  readonly madeAt: string;
}

type Create = Extract<TaskChange, { kind: "create" }>;

interface Viewer {
  readonly userId: string;
  readonly households: readonly Household[];
}

/** The tasks with what waits applied, each with the days that it is about. */
export function withWaiting(
  tasks: readonly Task[],
  made: readonly Made[],
  viewer: Viewer,
): readonly Task[] {
  return made.reduce((list, { change, madeAt }) => {
    const isKnown = list.some(({ id }) => id === change.taskId);
    if (change.kind === "create" && !isKnown) return list.concat(newTask(change, madeAt, viewer));
    return list.flatMap((task) => {
      if (task.id !== change.taskId) return [task];
      const shown = shownAfter(task, change);
      return shown ? [withWhatWaits(shown, change)] : [];
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
    ...fields,
    ...(household && { household }),
    ...{ ownerId: userId, createdAt: madeAt, updatedAt: madeAt, revision: 0 },
    ...{ people: {}, takingPart: [], formerSchedules: [], putOffs: [] },
    ...{ pausedDays: DaySet.empty, completedDays: DaySet.empty, skippedDays: DaySet.empty },
    ...{ recentCompletions: [], recentCatchUps: [], recentChecks: [], swaps: [], offers: [] },
    waitingDays: [fields.startDate],
  };
}
