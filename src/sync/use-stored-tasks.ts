import { useEffect } from "react";
import type { Session } from "../auth/session.ts";
import { forgetStoredTasks, storeTasks } from "./stored-tasks.ts";
import { cachedTaskList } from "./task-list.ts";

/** Keeps the list for the next visit when the page is hidden, and forgets it with the session. */
export function useStoredTasks(session: Session | null): void {
  useEffect(() => {
    if (session === null) return;
    // A page is hidden before it is closed or reloaded; storing then delays no tap.
    const storeWhenHidden = () => {
      const list = cachedTaskList(session);
      if (list && document.visibilityState === "hidden") storeTasks(session.userId, list);
    };
    session.signal.addEventListener("abort", forgetStoredTasks);
    document.addEventListener("visibilitychange", storeWhenHidden);
    return () => document.removeEventListener("visibilitychange", storeWhenHidden);
  }, [session]);
}
