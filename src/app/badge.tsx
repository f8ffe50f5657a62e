import { useEffect, useMemo } from "react";
import { storedSession } from "../auth/stored-session.ts";
import { useToday } from "../clock/today.ts";
import { openCount } from "../domain/tasks/today.ts";
import { useTasks } from "../sync/use-tasks.ts";

/** The number on the app's icon, where there is one: what is open on Today, while it is known. */
export default function Badge() {
  const { data: tasks } = useTasks();
  const { today } = useToday();
  const count = useMemo(() => tasks && openCount(tasks, today), [tasks, today]);
  useEffect(() => {
    if (count !== undefined) void navigator.setAppBadge?.(count).catch(() => undefined);
  }, [count]);
  // The next person has another.
  useEffect(
    () => () => {
      if (storedSession() === null) void navigator.clearAppBadge?.().catch(() => undefined);
    },
    [],
  );
  return null;
}
