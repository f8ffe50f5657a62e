import { queryOptions, skipToken, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { runWrite, type TrackedOperation, useTrackedOperation } from "./operation.ts";
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

/** Remembers an address for the next share; one that is known already stays as it is. */
export async function addSharedContact(session: Session, address: string): Promise<void> {
  const { backend, queryClient, signal } = session;
  await runWrite(session, () =>
    restData(
      backend.rest
        .from("shared_contacts")
        .upsert(
          { contact_email: address },
          { onConflict: "owner_id,contact_email", ignoreDuplicates: true },
        )
        .abortSignal(signal),
    ),
  );
  void queryClient.invalidateQueries({ queryKey: CONTACTS_KEY });
}

export function useAddSharedContact(): TrackedOperation<string> {
  return useTrackedOperation(addSharedContact);
}
