import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSession } from "../auth/session.ts";
import { readWholeTask, WholeTaskContext } from "../sync/read-whole-task.ts";
import { useLongTasks } from "../sync/use-tasks.ts";
import { isOutOfReach } from "../ui/known.tsx";
import { LoadFailure } from "../ui/load-failure.tsx";
import { Loading } from "../ui/loading.tsx";

interface WholeTaskProps {
  /** of the task, or of none that is in the list */
  id: string;
  children: ReactNode;
}

/** Reads the record of a task that the list leaves out. */
export function WholeTask({ id, children }: WholeTaskProps) {
  const session = useSession();
  const cut = useLongTasks().find((task) => task.id === id);
  const query = useQuery({
    queryKey: ["whole-task", session?.userId, id, cut?.revision],
    queryFn: session && cut ? () => readWholeTask(session, id) : skipToken,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const { data, refetch } = query;
  const isRead = !cut || data !== undefined;
  const [wasRead, setWasRead] = useState(isRead);
  if (isRead && !wasRead) setWasRead(true);
  // Text typed in an editor stays.
  if (wasRead) return <WholeTaskContext value={data ?? null}>{children}</WholeTaskContext>;
  return isOutOfReach(query) ? <LoadFailure onRetry={refetch} /> : <Loading />;
}
