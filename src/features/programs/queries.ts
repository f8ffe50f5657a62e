import { useMutation } from "@tanstack/react-query";
import { type Session, useSession } from "../../auth/session.ts";
import { sessionQuery } from "../../auth/session-query.ts";
import { dataOf, rowsOf } from "../../supabase/request-failure.ts";

export const SCOPES = ["read", "tick", "write"] as const;
export type Scope = (typeof SCOPES)[number];

/** A token of another program; its secret is shown once. */
export interface Token {
  readonly id: string;
  readonly name: string;
  readonly scope: string;
  /** ISO instant */
  readonly createdAt: string;
  /** the UTC day; null: never */
  readonly usedOn: string | null;
}

const KIND = "tokens";

/** @param householdId of a household; null for one's own */
export const tokensQuery = (session: Session | null, householdId: string | null) =>
  sessionQuery<readonly Token[]>(session, [KIND, householdId], (supabase, signal) => {
    const all = supabase
      .from("access_tokens")
      .select("id, name, scope, createdAt:created_at, usedOn:used_on")
      .order("created_at")
      .abortSignal(signal);
    return rowsOf(
      householdId === null ? all.is("household_id", null) : all.eq("household_id", householdId),
    );
  });

interface NewToken {
  readonly id: string;
  readonly name: string;
  readonly scope: string;
  readonly householdId: string | null;
}

/** Reads the tokens again after each change; `make` resolves to the secret. */
export function useTokenChanges() {
  const session = useSession();
  const onSettled = () =>
    session?.queryClient.invalidateQueries({ queryKey: [KIND, session.userId] });
  const make = useMutation({
    mutationFn: async ({ householdId, ...token }: NewToken) =>
      session &&
      dataOf(
        (await session.supabase())
          .rpc("create_token", { ...token, ...(householdId && { household_id: householdId }) })
          .abortSignal(session.signal),
      ),
    onSettled,
  });
  const end = useMutation({
    mutationFn: async (id: string) =>
      session &&
      dataOf((await session.supabase()).rpc("end_token", { id }).abortSignal(session.signal)),
    onSettled,
  });
  return { make, end };
}
