import type { Task } from "../tasks/task.ts";

/** Whether any day of the task could be somebody's turn: the rule is loaded for such tasks alone. */
export const hasTurns = ({ household, roster, formerSchedules }: Task): boolean =>
  household !== undefined &&
  (roster.length > 0 || formerSchedules.some((former) => former.roster?.length));
