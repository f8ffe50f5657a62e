import {
  queryOptions,
  skipToken,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { includesAddress } from "../domain/address.ts";
import { type Operation, runWrite, useOperation } from "./operation.ts";
import { restData } from "./request-failure.ts";
import { type Session, useSession } from "./session.ts";

export const CONTACTS_KEY = ["contacts"] as const;

export function contactsQuery(session: Session | null) {
  return queryOptions<readonly string[]>({
    queryKey: [...CONTACTS_KEY, session?.userId],
    queryFn: session ? ({ signal }) => readContacts(session, signal) : skipToken,
  });
}

async function readContacts(session: Session, signal: AbortSignal) {
  const rows = await restData(
    session.backend.rest
      .from("shared_contacts")
      .select("contact_email")
      .order("last_shared_at", { ascending: false })
      .abortSignal(signal),
  );
  return (rows ?? []).map((row) => row.contact_email);
}

/** Addresses shared with before, the latest first. */
export function useSharedContacts(): UseQueryResult<readonly string[]> {
  return useQuery(contactsQuery(useSession()));
}

/** Those of some addresses that are no contacts yet, as far as is known: none before they are read. */
export function useNewContacts(): (addresses: readonly string[]) => readonly string[] {
  const queryClient = useQueryClient();
  const { queryKey } = contactsQuery(useSession());
  return (addresses) => {
    const known = queryClient.getQueryData(queryKey);
    return known ? addresses.filter((address) => !includesAddress(known, address)) : [];
  };
}

/** Suggests an address no more; the tasks shared with it stay shared. */
export async function removeSharedContact(session: Session, address: string): Promise<void> {
  const { backend, queryClient, signal } = session;
  await runWrite(session, () =>
    restData(
      backend.rest
        .from("shared_contacts")
        .delete()
        .eq("contact_email", address)
        .abortSignal(signal),
    ),
  );
  await queryClient.invalidateQueries({ queryKey: CONTACTS_KEY });
}

export function useRemoveSharedContact(): Operation<string> {
  return useOperation(removeSharedContact);
}
