import type { Task } from "../tasks/task.ts";

/** Whether it has ever been anybody's turn: what tells whose is loaded for such tasks alone. */
export const hasTurns = ({ household, roster, formerSchedules }: Task): boolean =>
  household !== undefined &&
  (roster.length > 0 || formerSchedules.some((former) => (former.roster?.length ?? 0) > 0));
