import { memo } from "react";
import { useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/use-today.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { TaskCard } from "./task-card.tsx";

/** From this many cards on a screen, those off it are not laid out or painted. */
export const LONG_LIST = 40;

interface CardListProps {
  tasks: readonly Task[];
  isLong: boolean;
  /** whether tasks of several households, or of none, stand side by side */
  isMixed: boolean;
}

/** Cards in their order, within `TaskCards`. Memoised: a letter typed must not look at each. */
export const CardList = memo(function CardList({ tasks, isLong, isMixed }: CardListProps) {
  const userId = useSession()?.userId ?? "";
  const moment = useToday();
  return (
    <ul className="cards" data-long={isLong || undefined}>
      {tasks.map((task) => (
        <TaskCard key={task.id} task={task} {...moment} userId={userId} isMixed={isMixed} />
      ))}
    </ul>
  );
});
