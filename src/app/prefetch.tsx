import { useEffect } from "react";
import { useTasks } from "../sync/use-tasks.ts";
import { whenIdle } from "../ui/when-idle.ts";

interface PrefetchProps {
  /** Loads the screens that are likely to be opened next. */
  load: () => Promise<unknown>;
}

/**
 * A tap on a tab or on Add Task must not wait for the network. What they need is fetched when the
 * list is there and the page is idle: any sooner, it would take the list's place on a slow line. A component of its own, so that a change of the list renders
 * nothing else.
 */
export function Prefetch({ load }: PrefetchProps) {
  const { isFetched } = useTasks();
  useEffect(() => {
    if (!isFetched) return;
    return whenIdle(load);
  }, [isFetched, load]);
  return null;
}
