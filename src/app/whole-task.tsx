import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSession } from "../auth/session.ts";
import { applyToTaskList } from "../sync/task-list.ts";
import { useCutOf } from "../sync/use-tasks.ts";
import { readWholeTask } from "../sync/whole-task.ts";
import { LoadFailure } from "../ui/load-failure.tsx";
import { Loading } from "../ui/loading.tsx";

interface WholeTaskProps {
  /** of the task; undefined for a new one */
  id: string | undefined;
  children: ReactNode;
}

/** Reads a task whole, where the list has it cut, before what needs all of it is shown. */
export function WholeTask({ id = "", children }: WholeTaskProps) {
  const session = useSession();
  const cut = useCutOf(id);
  const isCut = cut === "record" || cut === "notes";
  const [wasWhole, setWasWhole] = useState(!isCut);
  if (!isCut && !wasWhole) setWasWhole(true);
  const { isError, refetch } = useQuery({
    queryKey: ["whole-task", session?.userId, id],
    queryFn: async () => {
      const task = session && (await readWholeTask(session, id));
      if (session && task) await applyToTaskList(session, { type: "task_answer", task });
      return true;
    },
    enabled: isCut && session !== null,
    gcTime: 0,
  });
  // What is typed in an editor stays.
  if (wasWhole) return children;
  return isError ? <LoadFailure onRetry={refetch} /> : <Loading />;
}
