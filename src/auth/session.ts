import type { QueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { LoadSupabase } from "../supabase/client.ts";

/** One signed-in user in this tab: what every query and write of theirs needs. */
export interface Session {
  readonly userId: string;
  readonly queryClient: QueryClient;
  readonly supabase: LoadSupabase;
  /** Aborted on sign-out: a late retry must not be sent with the next user's token. */
  readonly signal: AbortSignal;
}

/** Key of the mutation that closes the account, whose token may have ended before the answer is there. */
export const CLOSING_ACCOUNT = ["close-account"] as const;

export const SessionContext = createContext<Session | null>(null);

/** The session of the signed-in user; null when nobody is signed in. */
export function useSession(): Session | null {
  return useContext(SessionContext);
}
