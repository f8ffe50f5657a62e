import { useQuery } from "@tanstack/react-query";
import { type Session, useSession } from "../../auth/session.ts";
import { sessionQuery } from "../../auth/session-query.ts";
import { rowsOf } from "../../supabase/request-failure.ts";

/** An address on a task, and what its owner may know: `invited` until that person does something. */
export interface Share {
  readonly email: string;
  readonly status: "invited" | "taking_part" | "left";
}

/** No live message carries addresses. */
export const sharesQuery = (session: Session | null, taskId: string) =>
  sessionQuery<readonly Share[]>(session, ["shares", taskId], async (supabase, signal) => {
    const rows = await rowsOf(
      supabase
        .from("task_shares")
        .select("email:contact_email, status")
        .eq("task_id", taskId)
        .order("contact_email")
        .abortSignal(signal),
    );
    return rows as Share[];
  });

/** A sender whom the user has accepted or blocked. */
export interface Sender {
  readonly id: string;
  /** at that time */
  readonly name: string;
  readonly isAccepted: boolean;
}

/** The people whom the user has accepted or blocked, in the order of their names. */
export const sendersQuery = (session: Session | null) =>
  sessionQuery<readonly Sender[]>(session, ["senders"], (supabase, signal) =>
    rowsOf(
      supabase
        .from("sharing_consents")
        .select("id:sender_id, name:sender_name, isAccepted:is_accepted")
        .order("sender_name")
        .abortSignal(signal),
    ),
  );

/** A task that the user has left, or declined without having seen it. */
export interface LeftTask {
  readonly id: string;
  readonly ownerId: string;
  /** at that time */
  readonly ownerName: string;
  /** at that time; null when it was declined */
  readonly title: string | null;
}

/** Tasks the user has left or declined, latest first. */
export const leftTasksQuery = (session: Session | null) =>
  sessionQuery<readonly LeftTask[]>(session, ["left-tasks"], (supabase, signal) =>
    rowsOf(
      supabase
        .from("left_tasks")
        .select("id:task_id, ownerId:owner_id, ownerName:owner_name, title")
        .order("left_at", { ascending: false })
        .abortSignal(signal),
    ),
  );

/**
 * The addresses a task is shared with (owner only), in alphabetical order. While this has no data
 * (loading or failed), the editor must leave `shareWith` out of its update, or it would end every
 * share.
 */
export function useTaskShares(taskId: string, enabled: boolean) {
  return useQuery({ ...sharesQuery(useSession(), taskId), enabled });
}
