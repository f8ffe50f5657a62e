import { renewRefusedSession } from "../auth/refused-session.ts";
import type { Session } from "../auth/session.ts";
import { doersName } from "../domain/tasks/task.ts";
import type { TaskJson } from "../domain/tasks/task-json.ts";
import { RequestFailure } from "../supabase/request-failure.ts";
import { sendOf } from "./change-kinds.ts";
import { applyToTaskList, cachedTaskList, refreshTaskList, type TaskEvent } from "./task-list.ts";
import type { Outcome } from "./waiting.ts";
import type { Entries, Entry } from "./waiting-storage.ts";

/** How often a server that is there may fail at a change before that is given up. */
const MOST_TRIES = 10;

/** Seconds: what the database bounds by (private.made_at), and by how much clocks may differ. */
const OLDEST = 30 * 86_400;
const CLOCK_TOLERANCE = 300;

/** What is done to the list when a change has been answered; null to leave it, and go on later. */
type Settle = ((entries: Entries) => Entries) | null;

const without = (id: string) => (entries: Entries) => entries.filter((entry) => entry.id !== id);

const put = (id: string, part: Partial<Entry>) => (entries: Entries) =>
  entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry));

/** Sends one waiting change. Never rejects. */
export async function sendEntry(session: Session, entry: Entry): Promise<Settle> {
  const { change, id, madeAt } = entry;
  const age = (Date.now() - Date.parse(madeAt)) / 1_000;
  try {
    const supabase = await session.supabase();
    const event = await sendOf(change)(supabase, session.signal, Math.max(age, 0));
    const outcome = await outcomeOf(session, entry, event);
    if (event) await applyToTaskList(session, event);
    else await refreshTaskList(session).catch(() => undefined);
    if (outcome) return withoutUndoOf(entry, outcome);
    const isOff = age < -CLOCK_TOLERANCE || age > OLDEST;
    return isOff ? put(id, { outcome: { kind: "clock" } }) : without(id);
  } catch (error) {
    return settleFailure(session, entry, error);
  }
}

/** Somebody else's tick is not one's own to take back: an undo of what was not taken goes with it. */
function withoutUndoOf({ id, change }: Entry, outcome: Outcome): Settle {
  return (entries) => {
    const isUndo = (other: Entry) =>
      other.change.kind === "undo" &&
      other.outcome === undefined &&
      other.change.taskId === change.taskId &&
      (change.kind === "complete" || change.kind === "skip") &&
      other.change.date === change.date;
    const undo = entries.slice(entries.findIndex((entry) => entry.id === id)).find(isUndo);
    return put(id, { outcome })(entries).filter((entry) => entry !== undo);
  };
}

async function settleFailure(session: Session, entry: Entry, error: unknown): Promise<Settle> {
  const failure = error instanceof RequestFailure ? error : null;
  if (failure?.code === "NETWORK_ERROR" || session.signal.aborted) return null;
  if (failure?.status === 401) await renewRefusedSession(session);
  if (!failure?.isFinal || failure.status === 401) {
    const tries = entry.tries + 1;
    const outcome: Outcome = { kind: "refused", code: "server" };
    return put(entry.id, { tries, ...(tries >= MOST_TRIES && { outcome }) });
  }
  void refreshTaskList(session).catch(() => undefined);
  const { issues } = failure;
  const message = issues.map((issue) => issue.message).join(" ") || undefined;
  const code = await codeOf(session, entry, failure);
  return put(entry.id, { outcome: { kind: "refused", code, message } });
}

/**
 * Why a change was refused. A deleted task stays in sight of those whose it is; for others, its end ends
 * that they take part.
 */
async function codeOf(session: Session, { change }: Entry, { code }: RequestFailure) {
  if (code !== "TASK_NOT_FOUND") return code ?? "server";
  const known = cachedTaskList(session)?.tasks.find(({ id }) => id === change.taskId);
  const supabase = await session.supabase();
  const { data } = await supabase
    .from("tasks")
    .select("is_active")
    .eq("id", change.taskId)
    .abortSignal(session.signal)
    .maybeSingle();
  if (data?.is_active) return code;
  return data || known?.ownerId === session.userId ? "deleted" : "left";
}

/** Why a tick, a skip or an undo that was answered has changed nothing; undefined when it has. */
async function outcomeOf(
  session: Session,
  { change, madeAt }: Entry,
  event: TaskEvent | null,
): Promise<Outcome | undefined> {
  if (event?.type !== "task_answer") return undefined;
  if (change.kind === "undo") {
    const kept = await completionOf(session, event.task, change.date);
    const isSince = kept && !kept.isMine && Date.parse(kept.at) > Date.parse(madeAt);
    return isSince ? kept : undefined;
  }
  if (change.kind !== "complete" && change.kind !== "skip") return undefined;
  const known = await completionOf(session, event.task, change.date);
  return known && !known.isMine ? known : undefined;
}

/** Who has done or skipped a day, and when. */
async function completionOf({ userId, supabase }: Session, task: TaskJson, date: string) {
  const recent = task.recentCompletions.find((completion) => completion.date === date);
  if (recent) {
    const { completedAt: at, timeZone, completedBy } = recent;
    const name = doersName(task, recent, userId);
    return { kind: "first", name, at, timeZone, isMine: completedBy === userId } as const;
  }
  // The answer has those of the last days alone.
  const { data } = await (await supabase())
    .from("task_completions")
    .select("user_id, completed_at, time_zone")
    .eq("task_id", task.id)
    .eq("completed_date", date)
    .maybeSingle();
  if (!data) return undefined;
  const { user_id: by, completed_at: at, time_zone: timeZone } = data;
  const name = (by && task.people[by]) || "Somebody";
  return { kind: "first", name, at, timeZone, isMine: by === userId } as const;
}
