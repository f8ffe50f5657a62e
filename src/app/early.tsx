import type { EarlyDay } from "../domain/tasks/done-early.ts";
import type { Task } from "../domain/tasks/task.ts";
import { EarlyButton } from "../features/early/early-button.tsx";

/** What the week shows of a later day; the function never changes. */
export const renderEarly = (task: Task, early: EarlyDay) => (
  <EarlyButton task={task} early={early} />
);

/** The same on a card, which is not among the finished ones yet. */
export const renderEarlyOnCard = (task: Task, early: EarlyDay) => (
  <EarlyButton task={task} early={early} leavesWhenFinished />
);
