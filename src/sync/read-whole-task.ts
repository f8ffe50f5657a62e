import { createContext } from "react";
import type { Session } from "../auth/session.ts";
import { readTaskJson, type TaskJson } from "../domain/tasks/task-json.ts";
import { answerOf } from "../supabase/request-failure.ts";

/** The task whose page is shown, where the list leaves its record out (docs/decisions/011-long-records.md). */
export const WholeTaskContext = createContext<TaskJson | null>(null);

/** A task whole, however long its record is; null when the user takes no part in it. */
export async function readWholeTask(session: Session, id: string): Promise<TaskJson | null> {
  const supabase = await session.supabase();
  const request = supabase.rpc("read_task", { task_id: id }).abortSignal(session.signal);
  return answerOf(request, (answer) => (answer === null ? null : readTaskJson(answer)));
}
