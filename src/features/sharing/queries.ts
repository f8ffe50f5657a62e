import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { type Session, useSession } from "../../auth/session.ts";
import { dataOf } from "../../supabase/request-failure.ts";

/** An address on a task, and what its owner may know: `invited` until that person does something. */
export interface Share {
  readonly email: string;
  readonly status: "invited" | "taking_part" | "left";
}

export function sharesQuery(session: Session | null, taskId: string) {
  return queryOptions<readonly Share[]>({
    queryKey: ["shares", taskId],
    queryFn: session ? ({ signal }) => readShares(session, taskId, signal) : skipToken,
    // Another device may have changed them, and no live message carries addresses.
    staleTime: 0,
  });
}

async function readShares({ supabase }: Session, taskId: string, signal: AbortSignal) {
  const rows = await dataOf(
    (await supabase())
      .from("task_shares")
      .select("contact_email, status")
      .eq("task_id", taskId)
      .order("contact_email")
      .abortSignal(signal),
  );
  return (rows ?? []).map(
    ({ contact_email, status }): Share => ({
      email: contact_email,
      status: status as Share["status"],
    }),
  );
}

/** Whose shares the user takes, or takes no more. */
export interface Sender {
  readonly id: string;
  /** at that time */
  readonly name: string;
  readonly isAccepted: boolean;
}

/** The people whom the user has accepted or blocked, in the order of their names. */
export function sendersQuery(session: Session | null) {
  return queryOptions<readonly Sender[]>({
    queryKey: ["senders", session?.userId],
    queryFn: session ? ({ signal }) => readSenders(session, signal) : skipToken,
    staleTime: 0,
  });
}

async function readSenders({ supabase }: Session, signal: AbortSignal) {
  const rows = await dataOf(
    (await supabase())
      .from("sharing_consents")
      .select("sender_id, sender_name, is_accepted")
      .order("sender_name")
      .abortSignal(signal),
  );
  return (rows ?? []).map(
    (row): Sender => ({ id: row.sender_id, name: row.sender_name, isAccepted: row.is_accepted }),
  );
}

/** A task that the user has left, or declined without having seen it. */
export interface LeftTask {
  readonly id: string;
  readonly ownerId: string;
  /** at that time */
  readonly ownerName: string;
  /** at that time; null when it was declined */
  readonly title: string | null;
}

/** What the user has left or declined, the latest first. */
export function leftTasksQuery(session: Session | null) {
  return queryOptions<readonly LeftTask[]>({
    queryKey: ["left-tasks", session?.userId],
    queryFn: session ? ({ signal }) => readLeftTasks(session, signal) : skipToken,
    staleTime: 0,
  });
}

async function readLeftTasks({ supabase }: Session, signal: AbortSignal) {
  const rows = await dataOf(
    (await supabase())
      .from("left_tasks")
      .select("task_id, owner_id, owner_name, title")
      .order("left_at", { ascending: false })
      .abortSignal(signal),
  );
  return (rows ?? []).map(
    (row): LeftTask => ({
      id: row.task_id,
      ownerId: row.owner_id,
      ownerName: row.owner_name,
      title: row.title,
    }),
  );
}

/**
 * The addresses a task is shared with (owner only), in alphabetical order. While this has no data
 * (loading or failed), the editor must leave `shareWith` out of its update, or it would end every
 * share.
 */
export function useTaskShares(taskId: string, enabled: boolean) {
  return useQuery({ ...sharesQuery(useSession(), taskId), enabled });
}
