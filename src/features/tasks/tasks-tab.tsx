import { chakra, Skeleton, Stack } from "@chakra-ui/react";
import { useMemo } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { dueDaysOf } from "../../clock/due-days.ts";
import { useToday } from "../../clock/today.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { allTasks } from "../../domain/tasks/task-groups.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { CategoryHeading } from "../../ui/category-heading.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { TaskCards } from "./task-card.styles.ts";
import { type CardActions, TaskCard } from "./task-card.tsx";

/** From this many cards on, those off screen are not laid out or painted. */
const LONG_LIST = 40;

/** All active tasks by category. */
export default function TasksTab(actions: CardActions) {
  const { data: tasks, isError, refetch } = useTasks();
  return (
    <>
      <h1>All Tasks</h1>
      {tasks && <Groups tasks={tasks} actions={actions} />}
      {!tasks && (isError ? <LoadFailure onRetry={refetch} /> : <TasksSkeleton />)}
    </>
  );
}

function Groups({ tasks, actions }: { tasks: readonly Task[]; actions: CardActions }) {
  const { user } = useAuth();
  const { today } = useToday();
  const groups = useMemo(() => allTasks(tasks, today, dueDaysOf), [tasks, today]);
  return (
    <>
      <chakra.p mt="1" color="fg.muted" fontVariantNumeric="tabular-nums">
        {countOf(tasks, "active task")}
      </chakra.p>
      {groups.length === 0 && (
        <EmptyState title="No tasks yet!" hint="Create your first task to get started." />
      )}
      {groups.map(({ category, items }) => (
        <chakra.section key={category} mt="8" aria-label={category}>
          <CategoryHeading as="h2" category={category} count={countOf(items, "task")} />
          <TaskCards mt="3" data-long={tasks.length > LONG_LIST || undefined}>
            {items.map(({ task }) => (
              <TaskCard
                key={task.id}
                task={task}
                today={today}
                isMine={task.ownerId === user?.id}
                {...actions}
              />
            ))}
          </TaskCards>
        </chakra.section>
      ))}
    </>
  );
}

function countOf(items: readonly unknown[], noun: string): string {
  return `${items.length} ${noun}${items.length === 1 ? "" : "s"}`;
}

function TasksSkeleton() {
  return (
    <Stack role="status" gap="4" mt="8">
      <chakra.span srOnly>Loading...</chakra.span>
      <Skeleton height="1.5rem" width="8rem" />
      <Skeleton height="9rem" />
      <Skeleton height="9rem" />
    </Stack>
  );
}
