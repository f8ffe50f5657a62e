import { useState } from "react";
import { useSession } from "../../auth/session.ts";
import { repeatText } from "../../domain/recurrence/rule-text.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { tasksInOrder } from "../../domain/tasks/task-groups.ts";
import { parseTaskChange } from "../../sync/task-change.ts";
import { useTaskChanges } from "../../sync/task-changes.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { CheckList } from "../../ui/check-list.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import type { Step } from "./steps.tsx";

export function useOwnTasks(): readonly Task[] {
  const locale = useLocale();
  const userId = useSession()?.userId;
  const { data: tasks = [] } = useTasks();
  return tasksInOrder(tasks, locale).filter(
    ({ ownerId, householdId }) => ownerId === userId && householdId === null,
  );
}

export function useMoving(own: readonly Task[]) {
  // As they were when it opened: each leaves the list when it has moved.
  const [tasks] = useState(own);
  const [moving, setMoving] = useState<ReadonlySet<string>>(
    () => new Set(own.filter(({ isShared }) => isShared).map(({ id }) => id)),
  );
  const change = useTaskChanges();
  const chosen = tasks.filter(({ id }) => moving.has(id));
  const steps = (householdId: string): readonly Step[] =>
    chosen.map(({ id: taskId, title: label }) => {
      const input = { id: taskId, householdId };
      const move = parseTaskChange({ kind: "update", taskId, input });
      return { id: taskId, label, run: () => change(move) };
    });
  return { tasks, moving, setMoving, chosen, steps };
}

export function EverybodysTasks({ tasks, moving, setMoving }: ReturnType<typeof useMoving>) {
  const locale = useLocale();
  const { t } = locale;
  if (tasks.length === 0) return null;
  return (
    <CheckList
      legend={t("Which of your tasks are everybody’s?")}
      rows={tasks.map((task) => ({
        id: task.id,
        name: task.title,
        hint: repeatText(task, locale),
      }))}
      checked={moving}
      onChange={setMoving}
    />
  );
}
