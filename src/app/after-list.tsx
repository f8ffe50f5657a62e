import { type ReactNode, useEffect, useState } from "react";
import { useTasks } from "../sync/use-tasks.ts";
import { whenIdle } from "../ui/when-idle.ts";

/** Shows and loads its children once the list has come and the page is idle. */
export function AfterList({ children }: { children: ReactNode }) {
  const { isFetched } = useTasks();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isFetched) return;
    return whenIdle(() => setShown(true));
  }, [isFetched]);
  return isShown && children;
}
