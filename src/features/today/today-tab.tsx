import { chakra, Skeleton, Stack } from "@chakra-ui/react";
import { useDeferredValue, useEffect, useMemo } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { useToday } from "../../clock/today.ts";
import { formatWeekday } from "../../domain/dates/format-date.ts";
import type { Task } from "../../domain/tasks/task.ts";
import type { TodayItem } from "../../domain/tasks/today.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { AllDone } from "./all-done.tsx";
import { TodaySection } from "./today-section.tsx";
import styles from "./today-tab.module.css";
import { prepareMotion } from "./use-leaving.ts";
import { useTodayBuckets } from "./use-today-buckets.ts";

export function TodayTab() {
  const { data, isError, refetch } = useTasks();
  // The tap is drawn first; the list may be long.
  const tasks = useDeferredValue(data);
  const { today } = useToday();
  return (
    <>
      <h1>Today is {formatWeekday(today)}</h1>
      {tasks && <Sections tasks={tasks} />}
      {!tasks && (isError ? <LoadFailure onRetry={refetch} /> : <TodaySkeleton />)}
    </>
  );
}

/** Undone occurrences go back without animation; overdue ones were struck through before. */
const never = () => false;
const wasStruck = (item: TodayItem) => item.isDone;

function Sections({ tasks }: { tasks: readonly Task[] }) {
  const { user } = useAuth();
  const { today, timeZone } = useToday();
  const { active, done, overdue, count } = useTodayBuckets(tasks, today, timeZone);
  const userId = user?.id ?? "";
  const viewer = useMemo(() => ({ userId, today, timeZone }), [userId, today, timeZone]);
  const doneIds = useMemo(
    () => new Set(done.flatMap(({ items }) => items.map((item) => item.id))),
    [done],
  );
  useEffect(prepareMotion, []);
  const isEmpty = active.length + done.length + overdue.length === 0;

  return (
    <>
      <p className={styles.count}>
        {count === 0
          ? "You're All Done - Congratulations!"
          : `You have ${count} ${count === 1 ? "task" : "tasks"} for today`}
      </p>
      {isEmpty && <EmptyState title="No tasks for today!" hint="Add a task to get started." />}
      {count === 0 && !isEmpty && <AllDone />}
      <TodaySection
        name="Active"
        groups={active}
        viewer={viewer}
        leaves={(item) => doneIds.has(item.id)}
      />
      <TodaySection name="Done" groups={done} viewer={viewer} leaves={never} />
      <TodaySection name="Overdue" groups={overdue} viewer={viewer} leaves={wasStruck} />
    </>
  );
}

function TodaySkeleton() {
  return (
    <Stack role="status" gap="4" mt="8">
      <chakra.span srOnly>Loading...</chakra.span>
      <Skeleton height="1.25rem" width="8rem" />
      <Skeleton height="9rem" />
      <Skeleton height="5rem" />
    </Stack>
  );
}
