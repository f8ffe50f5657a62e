import type { Session } from "../auth/session.ts";
import { readTaskJson, type TaskJson } from "../domain/tasks/task-json.ts";
import { answerOf } from "../supabase/request-failure.ts";

/** A task whole, however long its record is; null when the user takes no part in it. */
export async function readWholeTask(session: Session, id: string): Promise<TaskJson | null> {
  const supabase = await session.supabase();
  const request = supabase.rpc("read_task", { task_id: id }).abortSignal(session.signal);
  return answerOf(request, (answer) => (answer === null ? null : readTaskJson(answer)));
}

/**
 * The tasks, of which those that were read whole stay whole (docs/decisions/011-long-records.md): of a newer
 * one that came cut the whole is read, and while it can't be, it stays as it was.
 */
export function keptWhole(
  session: Session,
  cached: readonly TaskJson[],
  tasks: readonly TaskJson[],
): Promise<readonly TaskJson[]> {
  const whole = new Map(cached.filter(({ cut }) => cut === "none").map((task) => [task.id, task]));
  return Promise.all(
    tasks.map(async (task) => {
      const known = whole.get(task.id);
      if (!known || !task.cut || task.cut === "none") return task;
      if (known.revision >= task.revision) return known;
      return (await readWholeTask(session, task.id).catch(() => null)) ?? known;
    }),
  );
}
