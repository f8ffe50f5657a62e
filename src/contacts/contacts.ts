import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Session, useSession } from "../auth/session.ts";
import { sessionQuery } from "../auth/session-query.ts";
import { includesAddress } from "../domain/tasks/address.ts";
import { dataOf, rowsOf } from "../supabase/request-failure.ts";

/** The addresses that a person has shared with; saving a shared task adds to them. */
export const contactsQuery = (session: Session | null) =>
  sessionQuery<readonly string[]>(session, ["contacts"], async (supabase, signal) => {
    const rows = await rowsOf(
      supabase
        .from("shared_contacts")
        .select("contact_email")
        .order("last_shared_at", { ascending: false })
        .abortSignal(signal),
    );
    return rows.map((row) => row.contact_email);
  });

/** Addresses shared with before, the latest first. */
export function useSharedContacts() {
  return useQuery(contactsQuery(useSession()));
}

/** Which of these addresses are no contacts yet; none until the contacts have been read. */
export function useNewContacts(): (addresses: readonly string[]) => readonly string[] {
  const queryClient = useQueryClient();
  const { queryKey } = contactsQuery(useSession());
  return (addresses) => {
    const known = queryClient.getQueryData(queryKey);
    return known ? addresses.filter((address) => !includesAddress(known, address)) : [];
  };
}

/** Stops suggesting an address; tasks shared with it stay shared. */
export async function removeSharedContact(session: Session, address: string): Promise<void> {
  const { queryClient, signal, supabase } = session;
  await dataOf(
    (await supabase())
      .from("shared_contacts")
      .delete()
      .eq("contact_email", address)
      .abortSignal(signal),
  );
  await queryClient.invalidateQueries({ queryKey: contactsQuery(session).queryKey });
}

export function useRemoveSharedContact() {
  const session = useSession();
  return useMutation({
    mutationFn: async (address: string) => session && removeSharedContact(session, address),
  });
}
