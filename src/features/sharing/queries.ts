import { queryOptions, skipToken, useMutation, useQuery } from "@tanstack/react-query";
import { type Session, useSession } from "../../auth/session.ts";
import { dataOf } from "../../supabase/request-failure.ts";

export function contactsQuery(session: Session | null) {
  return queryOptions<readonly string[]>({
    queryKey: ["contacts", session?.userId],
    queryFn: session ? ({ signal }) => readContacts(session, signal) : skipToken,
    // Another device may have added some, and every save of a shared task does.
    staleTime: 0,
  });
}

async function readContacts({ supabase }: Session, signal: AbortSignal) {
  const rows = await dataOf(
    (await supabase())
      .from("shared_contacts")
      .select("contact_email")
      .order("last_shared_at", { ascending: false })
      .abortSignal(signal),
  );
  return (rows ?? []).map((row) => row.contact_email);
}

/** Addresses shared with before, the latest first. */
export function useSharedContacts() {
  return useQuery(contactsQuery(useSession()));
}

/** Remembers an address for the next share; one that is known already stays as it is. */
export async function addSharedContact(session: Session, address: string): Promise<void> {
  await dataOf(
    (await session.supabase())
      .from("shared_contacts")
      .upsert(
        { contact_email: address },
        { onConflict: "owner_id,contact_email", ignoreDuplicates: true },
      )
      .abortSignal(session.signal),
  );
  void session.queryClient.invalidateQueries({ queryKey: contactsQuery(session).queryKey });
}

export function useAddSharedContact() {
  const session = useSession();
  return useMutation({
    mutationFn: async (address: string) => session && addSharedContact(session, address),
  });
}

export function sharesQuery(session: Session | null, taskId: string) {
  return queryOptions<readonly string[]>({
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
      .select("contact_email")
      .eq("task_id", taskId)
      .order("contact_email")
      .abortSignal(signal),
  );
  return (rows ?? []).map((row) => row.contact_email);
}

/**
 * The addresses a task is shared with (owner only), in alphabetical order. While this has no data
 * (loading or failed), the editor must leave `shareWith` out of its update, or it would end every
 * share.
 */
export function useTaskShares(taskId: string, enabled: boolean) {
  return useQuery({ ...sharesQuery(useSession(), taskId), enabled });
}
