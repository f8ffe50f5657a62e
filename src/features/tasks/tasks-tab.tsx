import { chakra, Skeleton, Stack } from "@chakra-ui/react";
import { memo, type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { dueDaysOf } from "../../clock/due-days.ts";
import { useToday } from "../../clock/today.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { allTasks } from "../../domain/tasks/task-groups.ts";
import { taskSearch } from "../../domain/tasks/task-search.ts";
import { RoomChoice, useNarrowed } from "../../households/room-choice.tsx";
import { useTasks } from "../../sync/use-tasks.ts";
import { CategoryHeading } from "../../ui/category-heading.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { DeletedTasks } from "./deleted-tasks.tsx";
import { SearchField, type SearchFieldProps } from "./search-field.tsx";
import { TaskCards } from "./task-card.styles.ts";
import { type CardActions, TaskCard } from "./task-card.tsx";

/** From this many cards on, those off screen are not laid out or painted. */
const LONG_LIST = 40;

type TasksTabProps = CardActions & Pick<SearchFieldProps, "isAsked" | "onFocused">;

/** All active tasks by category, and a search in them. */
export default function TasksTab({ isAsked, onFocused, ...actions }: TasksTabProps) {
  const { data: tasks, isError, refetch } = useTasks();
  const [query, setQuery] = useState("");
  return (
    <>
      <h1>All Tasks</h1>
      {tasks && <RoomChoice tasks={tasks} />}
      {tasks && (
        <Results tasks={tasks} query={query} actions={actions}>
          {(tasks.length > 0 || query !== "") && (
            <SearchField
              query={query}
              onChange={setQuery}
              isAsked={isAsked}
              onFocused={onFocused}
            />
          )}
        </Results>
      )}
      {tasks && <DeletedTasks />}
      {!tasks && (isError ? <LoadFailure onRetry={refetch} /> : <TasksSkeleton />)}
    </>
  );
}

interface ResultsProps {
  tasks: readonly Task[];
  query: string;
  actions: CardActions;
  /** the field, which stands above them */
  children: ReactNode;
}

function Results({ tasks, query, actions, children }: ResultsProps) {
  // The letter is drawn first; the list may be long.
  const deferred = useDeferredValue(query).trim();
  const { shown, hidden, isMixed } = useNarrowed(tasks);
  const search = useMemo(() => taskSearch(shown), [shown]);
  const found = useMemo(() => search(deferred), [search, deferred]);
  const isNone = deferred !== "" && found.length === 0;
  return (
    <>
      <chakra.p mt="1" color="fg.muted" fontVariantNumeric="tabular-nums">
        {countOf(shown, "active task")}
      </chakra.p>
      {hidden.length > 0 && (
        <chakra.p fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          {hidden.length} more elsewhere
        </chakra.p>
      )}
      {children}
      <chakra.p role="status" mt={deferred && "3"} fontVariantNumeric="tabular-nums">
        {deferred !== "" && !isNone && `${countOf(found, "task")} found`}
        {isNone && (
          <>
            Nothing found for <bdi>{deferred}</bdi>
          </>
        )}
      </chakra.p>
      {tasks.length === 0 && (
        <EmptyState title="No tasks yet!" hint="Create your first task to get started." />
      )}
      <Groups tasks={found} isMixed={isMixed} {...actions} />
    </>
  );
}

/** Memoised: a letter typed must not look at each card. */
const Groups = memo(function Groups({
  tasks,
  isMixed,
  ...actions
}: CardActions & { tasks: readonly Task[]; isMixed: boolean }) {
  const { user } = useAuth();
  const { today } = useToday();
  const groups = useMemo(() => allTasks(tasks, today, dueDaysOf), [tasks, today]);
  return (
    <TaskCards>
      {groups.map(({ category, items }) => (
        <section key={category} aria-label={category}>
          <CategoryHeading as="h2" category={category} count={countOf(items, "task")} />
          <ul className="cards" data-long={tasks.length > LONG_LIST || undefined}>
            {items.map(({ task }) => (
              <TaskCard
                key={task.id}
                task={task}
                today={today}
                userId={user?.id ?? ""}
                isMixed={isMixed}
                {...actions}
              />
            ))}
          </ul>
        </section>
      ))}
    </TaskCards>
  );
});

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
