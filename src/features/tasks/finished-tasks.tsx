import { memo } from "react";
import { formatCount } from "../../domain/format-count.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { CardList, LONG_LIST } from "./card-list.tsx";
import { Fold } from "./list-fold.tsx";
import { TaskCards } from "./task-card.styles.ts";
import type { CardActions } from "./task-card.tsx";

interface FinishedTasksProps extends CardActions {
  tasks: readonly Task[];
  isMixed: boolean;
  /** They were searched for: shown at once. */
  isFound: boolean;
}

/** Below the active tasks, closed: those that will not be due any more. */
export const FinishedTasks = memo(function FinishedTasks(props: FinishedTasksProps) {
  const { tasks, isFound, ...actions } = props;
  return (
    <Fold
      key={String(isFound)}
      title={`Finished (${formatCount(tasks.length)})`}
      name="finished"
      isOpenAtFirst={isFound}
      isHeading
    >
      <TaskCards>
        <CardList tasks={tasks} isLong={tasks.length > LONG_LIST} {...actions} />
      </TaskCards>
    </Fold>
  );
});
