import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type TrackedOperation, useTrackedOperation } from "./operation.ts";
import { restData } from "./request-failure.ts";
import { type Session, useSession } from "./session.ts";

const contactsKey = (userId: string | undefined) => ["contacts", userId];

/** Addresses shared with before, the latest first. */
export function useSharedContacts(): UseQueryResult<readonly string[]> {
  const session = useSession();
  return useQuery({
    queryKey: contactsKey(session?.userId),
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      if (session === null) return [];
      const rows = await restData(
        session.backend.rest
          .from("shared_contacts")
          .select("contact_email")
          .order("last_shared_at", { ascending: false })
          .abortSignal(signal),
      );
      return (rows ?? []).map((row) => row.contact_email);
    },
  });
}

/** Remembers an address for the next share; the database keeps when it was last used. */
export async function addSharedContact(session: Session, address: string): Promise<void> {
  const { backend, queryClient, signal, userId } = session;
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () =>
      restData(
        backend.rest
          .from("shared_contacts")
          .upsert(
            { contact_email: address },
            { onConflict: "owner_id,contact_email", ignoreDuplicates: true },
          )
          .abortSignal(signal),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: contactsKey(userId) }),
  });
  await mutation.execute(undefined);
}

export function useAddSharedContact(): TrackedOperation<string> {
  return useTrackedOperation(addSharedContact);
}
