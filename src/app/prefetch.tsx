import { useEffect } from "react";
import { useTasks } from "../sync/use-tasks.ts";
import { loadToaster } from "../ui/toaster.tsx";
import { whenIdle } from "../ui/when-idle.ts";

interface PrefetchProps {
  /** Loads the screens that are likely to be opened next. */
  load: () => Promise<unknown>;
}

/**
 * A tap on a tab or on Add Task must not wait for the network, nor a toast for one that is gone.
 * What they need is fetched when the list is there and the page is idle: any sooner, it would take
 * the list's place on a slow line. A component of its own, so that a change of the list renders
 * nothing else.
 */
export function Prefetch({ load }: PrefetchProps) {
  const { isFetched } = useTasks();
  useEffect(() => {
    if (!isFetched) return;
    return whenIdle(() => Promise.all([load(), loadToaster()]));
  }, [isFetched, load]);
  return null;
}
