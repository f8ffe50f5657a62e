import { skipToken, useMutation, useQuery } from "@tanstack/react-query";
import { type Session, useSession } from "../../auth/session.ts";
import type { ImportEntry, ImportResult } from "../../domain/portability/import-input.ts";
import { dataOf } from "../../supabase/request-failure.ts";
import { refreshTaskList } from "../../sync/task-list.ts";

interface Import {
  readonly entries: readonly ImportEntry[];
  /** whether chores that were shared are shared again, with the same addresses */
  readonly withShares: boolean;
}

async function send(
  session: Session,
  { entries, withShares }: Import,
  isPreview: boolean,
): Promise<readonly ImportResult[]> {
  const client = await session.supabase();
  const body = { entries, withShares, isPreview };
  const request = client.functions.invoke("import-tasks", { body, signal: session.signal });
  return ((await dataOf(request)) as { results: ImportResult[] }).results;
}

/** What an import would come to, for each entry; `id` tells one list of entries from another. */
export function usePreview(id: number, entries: readonly ImportEntry[] | null) {
  const session = useSession();
  return useQuery({
    queryKey: ["import-preview", session?.userId, id],
    queryFn:
      session && entries ? () => send(session, { entries, withShares: false }, true) : skipToken,
    retry: false,
    // Large, and of no use later.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Adds the chores, and reads the list that has them. The same again adds nothing. */
export function useImport() {
  const session = useSession();
  return useMutation({
    mutationFn: async (what: Import) => {
      if (session === null) return [];
      const results = await send(session, what, false);
      await refreshTaskList(session).catch(() => undefined);
      return results;
    },
  });
}
