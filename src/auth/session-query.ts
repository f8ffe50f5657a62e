import { queryOptions, skipToken } from "@tanstack/react-query";
import type { Supabase } from "../supabase/client.ts";
import type { Session } from "./session.ts";

/**
 * What the user may read, read again whenever it is shown: another device may have changed it. Its key is `kind`, the
 * user and what else it depends on.
 */
export function sessionQuery<Data>(
  session: Session | null,
  [kind, ...parameters]: readonly [string, ...unknown[]],
  read: (supabase: Supabase, signal: AbortSignal) => Promise<Data>,
) {
  return queryOptions<Data>({
    queryKey: [kind, session?.userId, ...parameters],
    queryFn: session ? async ({ signal }) => read(await session.supabase(), signal) : skipToken,
    staleTime: 0,
  });
}
