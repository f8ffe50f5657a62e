import { useAuth } from "../../auth/auth.tsx";
import { useToday } from "../../clock/use-today.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { TaskCard, type TaskCardProps } from "./task-card.tsx";

/** From this many cards on a screen, those off it are not laid out or painted. */
export const LONG_LIST = 40;

interface CardListProps extends Omit<TaskCardProps, "task" | "today" | "timeZone" | "userId"> {
  tasks: readonly Task[];
  isLong: boolean;
}

/** Cards in their order, within `TaskCards`. */
export function CardList({ tasks, isLong, ...props }: CardListProps) {
  const { user } = useAuth();
  const moment = useToday();
  return (
    <ul className="cards" data-long={isLong || undefined}>
      {tasks.map((task) => (
        <TaskCard key={task.id} task={task} {...moment} userId={user?.id ?? ""} {...props} />
      ))}
    </ul>
  );
}
