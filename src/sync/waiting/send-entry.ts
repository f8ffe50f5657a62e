import { renewRefusedSession } from "../../auth/refused-session.ts";
import type { Session } from "../../auth/session.ts";
import { toDayNumber } from "../../domain/dates/calendar-date.ts";
import { DaySet } from "../../domain/dates/day-set.ts";
import type { Deed } from "../../domain/tasks/deed.ts";
import { RequestFailure } from "../../supabase/request-failure.ts";
import { sendOf } from "../change-kinds.ts";
import type { TaskChange } from "../task-change.ts";
import { applyToTaskList, cachedTaskList, refreshTaskList } from "../task-list.ts";
import { firstOf } from "./first-of.ts";
import { type Entries, type Entry, type Outcome, waits } from "./storage.ts";

/** How often a server that is there may fail at a change before that is given up. */
const MOST_TRIES = 10;

/** Seconds: what the database bounds by (private.made_at), and by how much clocks may differ. */
const OLDEST = 30 * 86_400;
const CLOCK_TOLERANCE = 300;

/** Updates the list once a change has been answered; null to try again later. */
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
    if (event) await applyToTaskList(session, event);
    else await refreshTaskList(session).catch(() => undefined);
    const untaken = event?.type === "task_answer" && event.untaken;
    if (untaken) return notTaken(entry, firstOf(session, change, untaken, event.task), untaken);
    const isOff = age < -CLOCK_TOLERANCE || age > OLDEST;
    return isOff ? put(id, { outcome: { kind: "clock" } }) : without(id);
  } catch (error) {
    return settleFailure(session, entry, error);
  }
}

/** Somebody else's deed is not one's own to take back: an undo of what was not taken goes with it. */
function notTaken({ id, change }: Entry, outcome: Outcome, untaken: readonly Deed[]): Settle {
  const days = DaySet.fromRuns(untaken.flatMap((deed) => deed.days));
  const settles = ["complete", "skip", "catch-up"].includes(change.kind);
  return (entries) => {
    const isUndo = (other: Entry) =>
      settles &&
      other.change.kind === "undo" &&
      other.outcome === undefined &&
      other.change.taskId === change.taskId &&
      days.has(toDayNumber(other.change.date));
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
  const { issues, deed } = failure;
  if (deed) {
    const known = cachedTaskList(session)?.tasks.find(({ id }) => id === entry.change.taskId);
    return notTaken(entry, firstOf(session, entry.change, [deed], known), [deed]);
  }
  const message = issues.map((issue) => issue.message).join("\n") || undefined;
  const code = await codeOf(session, entry, failure);
  const outcome: Outcome = { kind: "refused", code, message };
  return (entries) => put(entry.id, { outcome })(entries).map(withoutTask(entry.change));
}

/** Changes that wait for a refused new task are refused with it. */
const withoutTask =
  ({ kind, taskId }: TaskChange) =>
  (entry: Entry): Entry =>
    kind === "create" && entry.change.taskId === taskId && waits(entry)
      ? { ...entry, outcome: { kind: "refused", code: "not-created" } }
      : entry;

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
