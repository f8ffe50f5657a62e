import { queryOptions, skipToken } from "@tanstack/react-query";
import type { Supabase } from "../supabase/client.ts";
import type { Session } from "./session.ts";

/** A query made as the user. Its key is `kind`, the user's id and the other parameters. */
export function userQuery<Data>(
  session: Session | null,
  [kind, ...parameters]: readonly [string, ...unknown[]],
  read: (supabase: Supabase, signal: AbortSignal, userId: string) => Promise<Data>,
) {
  return queryOptions<Data>({
    queryKey: [kind, session?.userId, ...parameters],
    queryFn: session
      ? async ({ signal }) => read(await session.supabase(), signal, session.userId)
      : skipToken,
  });
}

/** The same, read again whenever it is shown: another device may have changed it. */
export const sessionQuery = <Data>(...query: Parameters<typeof userQuery<Data>>) =>
  queryOptions({ ...userQuery(...query), staleTime: 0 });
