import { toDayNumber } from "../domain/dates/calendar-date.ts";
import type { DaySet } from "../domain/dates/day-set.ts";
import type { Completion, Task } from "../domain/tasks/task.ts";
import { byDate, type TaskMessage } from "./wire.ts";

/**
 * How a message changes the list of tasks. The list is ordered by id. Every function returns the
 * list, or the task, that it was given when nothing changes.
 *
 * A task's revision counts its changes. A message that is not newer than the task says nothing new;
 * the next one in line is applied; one from further ahead means that something between was missed,
 * and only reading the list again can tell what.
 */
export interface Patch {
  readonly tasks: readonly Task[];
  /** true when messages before this one never came: the list must be read again */
  readonly missed: boolean;
}

/** Applies one message. Doing so twice changes nothing more. */
export function applyMessage(tasks: readonly Task[], message: TaskMessage): Patch {
  switch (message.type) {
    case "task":
      return { tasks: withTask(tasks, message.task), missed: false };
    case "task_answer": {
      const known = tasks.find(({ id }) => id === message.task.id);
      if (known === undefined) return { tasks, missed: true };
      // A late answer of the known revision can only be older: a name may have changed since.
      const isNewer = message.task.revision > known.revision;
      return { tasks: isNewer ? replaced(tasks, message.task) : tasks, missed: false };
    }
    case "task_removed": {
      const known = tasks.find(({ id }) => id === message.taskId);
      // Changed since, or even shared again: only the server knows what came last.
      if (known && message.revision !== undefined && known.revision > message.revision) {
        return { tasks, missed: true };
      }
      return { tasks: withoutTask(tasks, message.taskId), missed: false };
    }
    case "profile":
      return { tasks: renamed(tasks, message.userId, message.name), missed: false };
    case "completion":
    case "completion_undone": {
      const task = tasks.find(({ id }) => id === message.taskId);
      // A completion of a task that is not in the list: the message that brought it was missed.
      if (task === undefined) return { tasks, missed: true };
      if (message.revision > task.revision + 1) return { tasks, missed: true };
      if (message.revision <= task.revision) return { tasks, missed: false };
      const changed =
        message.type === "completion"
          ? withCompletion(task, message.completion, message.name)
          : withoutCompletion(task, message.date);
      // The answer to a write that changed nothing (somebody had done it already) carries the
      // revision of another change, whose own message is still to come: it must not be skipped.
      if (changed === task) return { tasks, missed: false };
      return { tasks: replaced(tasks, { ...changed, revision: message.revision }), missed: false };
    }
  }
}

/** Applies messages in the order in which they came. */
export function applyMessages(tasks: readonly Task[], messages: readonly TaskMessage[]): Patch {
  let patch: Patch = { tasks, missed: false };
  for (const message of messages) {
    const { tasks: next, missed } = applyMessage(patch.tasks, message);
    patch = { tasks: next, missed: missed || patch.missed };
  }
  return patch;
}

/** The list with a task added, or replaced unless the list has a newer one. */
export function withTask(tasks: readonly Task[], task: Task): readonly Task[] {
  const known = tasks.find(({ id }) => id === task.id);
  if (known === undefined) {
    const at = tasks.findIndex(({ id }) => id > task.id);
    return tasks.toSpliced(at === -1 ? tasks.length : at, 0, task);
  }
  return task.revision < known.revision || sameTask(known, task) ? tasks : replaced(tasks, task);
}

export function withoutTask(tasks: readonly Task[], taskId: string): readonly Task[] {
  return tasks.some(({ id }) => id === taskId) ? tasks.filter(({ id }) => id !== taskId) : tasks;
}

/** The task with an occurrence done, by whoever was first; the revision stays. */
export function withCompletion(task: Task, completion: Completion, name?: string): Task {
  const completedDays = task.completedDays.with(toDayNumber(completion.date));
  if (completedDays === task.completedDays) return task;
  return {
    ...task,
    completedDays,
    recentCompletions: [...task.recentCompletions, completion].sort(byDate),
    people: name === undefined ? task.people : { ...task.people, [completion.completedBy]: name },
  };
}

/** The task with an occurrence not done; the revision stays. */
export function withoutCompletion(task: Task, date: string): Task {
  const completedDays = task.completedDays.without(toDayNumber(date));
  if (completedDays === task.completedDays) return task;
  return {
    ...task,
    completedDays,
    recentCompletions: task.recentCompletions.filter((completion) => completion.date !== date),
  };
}

function renamed(tasks: readonly Task[], userId: string, name: string): readonly Task[] {
  const known = (task: Task) => (task.people[userId] ?? name) !== name;
  if (!tasks.some(known)) return tasks;
  return tasks.map((task) =>
    known(task) ? { ...task, people: { ...task.people, [userId]: name } } : task,
  );
}

function replaced(tasks: readonly Task[], task: Task): readonly Task[] {
  return tasks.map((other) => (other.id === task.id ? task : other));
}

/**
 * The next list with every unchanged task taken from the previous one, so that only what changed
 * is rendered again; the previous list itself when nothing changed. A read is believed even when it
 * is older than what was known: the server's data may have been restored from a backup.
 */
export function shareTasks(
  previous: readonly Task[] | undefined,
  next: readonly Task[],
): readonly Task[] {
  if (previous === undefined) return next;
  const known = new Map(previous.map((task) => [task.id, task]));
  const shared = next.map((task) => {
    const before = known.get(task.id);
    return before !== undefined && sameTask(before, task) ? before : task;
  });
  const same =
    shared.length === previous.length && shared.every((task, index) => task === previous[index]);
  return same ? previous : shared;
}

function sameTask(a: Task, b: Task): boolean {
  if (a === b) return true;
  const { completedDays: daysA, recentCompletions: recentA, people: peopleA, ...restA } = a;
  const { completedDays: daysB, recentCompletions: recentB, people: peopleB, ...restB } = b;
  return (
    sameFields(restA, restB) &&
    sameFields(peopleA, peopleB) &&
    recentA.length === recentB.length &&
    recentA.every((completion, index) => sameFields(completion, recentB[index] ?? {})) &&
    sameDays(daysA, daysB)
  );
}

function sameFields(a: object, b: object): boolean {
  const entries = Object.entries(a);
  const other = b as Record<string, unknown>;
  return (
    entries.length === Object.keys(b).length &&
    entries.every(([key, value]) => value === other[key])
  );
}

function sameDays(a: DaySet, b: DaySet): boolean {
  return a.size === b.size && String(a.toRuns()) === String(b.toRuns());
}
