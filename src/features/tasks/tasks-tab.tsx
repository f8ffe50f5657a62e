import { chakra, Skeleton, Stack } from "@chakra-ui/react";
import { memo, type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { dueDaysOf } from "../../clock/due-days.ts";
import { useToday } from "../../clock/today.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { activeAndFinished, allTasks } from "../../domain/tasks/task-groups.ts";
import { taskSearch } from "../../domain/tasks/task-search.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { CategoryHeading } from "../../ui/category-heading.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { CardList, LONG_LIST } from "./card-list.tsx";
import { DeletedTasks } from "./deleted-tasks.tsx";
import { FinishedTasks } from "./finished-tasks.tsx";
import { SearchField, type SearchFieldProps } from "./search-field.tsx";
import { TaskCards } from "./task-card.styles.ts";
import type { CardActions } from "./task-card.tsx";

type TasksTabProps = CardActions & Pick<SearchFieldProps, "isAsked" | "onFocused">;

/** All active tasks by category, the finished ones folded below them, and a search in both. */
export default function TasksTab({ isAsked, onFocused, ...actions }: TasksTabProps) {
  const { data: tasks, isError, refetch } = useTasks();
  const { today } = useToday();
  const [query, setQuery] = useState("");
  const all = useMemo(() => tasks && activeAndFinished(tasks, today, dueDaysOf), [tasks, today]);
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap="3" rowGap="1">
        <h1>All Tasks</h1>
        {all && (
          <chakra.p color="fg.muted" fontVariantNumeric="tabular-nums">
            {countOf(all.active, "active task")}
          </chakra.p>
        )}
      </chakra.div>
      {tasks && all && (
        <Results tasks={tasks} all={all} query={query} actions={actions}>
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
  all: ReturnType<typeof activeAndFinished>;
  query: string;
  actions: CardActions;
  /** the field, which stands above them */
  children: ReactNode;
}

function Results({ tasks, all, query, actions, children }: ResultsProps) {
  // The letter is drawn first; the list may be long.
  const deferred = useDeferredValue(query).trim();
  const search = useMemo(() => taskSearch(tasks), [tasks]);
  const found = useMemo(() => search(deferred), [search, deferred]);
  const { today } = useToday();
  const shown = useMemo(
    () => (found === tasks ? all : activeAndFinished(found, today, dueDaysOf)),
    [found, tasks, all, today],
  );
  const isNone = deferred !== "" && found.length === 0;
  return (
    <>
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
      <Groups tasks={shown.active} {...actions} />
      {shown.finished.length > 0 && (
        <FinishedTasks tasks={shown.finished} isFound={deferred !== ""} {...actions} />
      )}
    </>
  );
}

/** Memoised: a letter typed must not look at each card. */
const Groups = memo(function Groups({
  tasks,
  ...actions
}: CardActions & { tasks: readonly Task[] }) {
  const { today } = useToday();
  const groups = useMemo(() => allTasks(tasks, today, dueDaysOf), [tasks, today]);
  return (
    <TaskCards>
      {groups.map(({ category, items }) => (
        <section key={category} aria-label={category}>
          <CategoryHeading as="h2" category={category} count={countOf(items, "task")} />
          <CardList
            tasks={items.map(({ task }) => task)}
            isLong={tasks.length > LONG_LIST}
            {...actions}
          />
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
