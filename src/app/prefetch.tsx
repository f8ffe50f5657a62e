import { useEffect } from "react";
import { useTasks } from "../sync/use-tasks.ts";
import { whenIdle } from "../ui/when-idle.ts";

interface PrefetchProps {
  /** Loads the screens that are likely to be opened next. */
  load: () => Promise<unknown>;
}

/**
 * Fetches the other screens' code once the list has loaded and the page is idle, so that opening
 * them does not wait for the network; sooner, it would delay the list on a slow connection. A
 * component of its own, so that a change of the list renders nothing else.
 */
export function Prefetch({ load }: PrefetchProps) {
  const { isFetched } = useTasks();
  useEffect(() => {
    if (!isFetched) return;
    return whenIdle(load);
  }, [isFetched, load]);
  return null;
}
