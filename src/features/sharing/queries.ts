import { useQuery } from "@tanstack/react-query";
import { type Session, useSession } from "../../auth/session.ts";
import { sessionQuery } from "../../auth/session-query.ts";
import { rowsOf } from "../../supabase/request-failure.ts";

/** `invited` until that person does something in the task. */
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

export interface Sender {
  readonly id: string;
  /** at that time */
  readonly name: string;
  readonly isAccepted: boolean;
}

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

export interface LeftTask {
  readonly id: string;
  readonly ownerId: string;
  /** at that time */
  readonly ownerName: string;
  /** at that time; null when it was declined */
  readonly title: string | null;
}

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

/** For owners only. Until it has data, updates must leave `shareWith` out, or they would end every share. */
export function useTaskShares(taskId: string, enabled: boolean) {
  return useQuery({ ...sharesQuery(useSession(), taskId), enabled });
}
