import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { msg } from "../domain/language/messages.ts";
import { type Store, useStore } from "../store/store.ts";
import type { LoadSupabase } from "../supabase/client.ts";
import type { FailureWords } from "../supabase/failure-notice.ts";
import { type AuthState, AuthStore, type AuthUser } from "./auth-store.ts";
import { SessionContext } from "./session.ts";

export const SIGN_OUT_FAILED: FailureWords = {
  title: msg("Sign Out Failed"),
};

/** The signed-in user and the auth actions; every action throws AuthFailure when refused. */
export interface Auth extends Omit<AuthStore, keyof Store<AuthState>> {
  readonly user: AuthUser | null;
  readonly awaitsCode: boolean;
}

const AuthContext = createContext<Auth | null>(null);

interface AuthProviderProps {
  readonly supabase: LoadSupabase;
  /** A client that keeps no session, for mailed links. */
  readonly linkClient: LoadSupabase;
  readonly children: ReactNode;
}

/** Needs a QueryClientProvider above it. */
export function AuthProvider({ supabase, linkClient, children }: AuthProviderProps): ReactNode {
  const queryClient = useQueryClient();
  const [store] = useState(() => new AuthStore(supabase, queryClient, linkClient));
  const { user, session, awaitsCode } = useStore(store);
  // All that the store does is its own properties.
  const auth = useMemo<Auth>(() => ({ ...store, user, awaitsCode }), [store, user, awaitsCode]);
  return (
    <AuthContext value={auth}>
      <SessionContext value={session}>{children}</SessionContext>
    </AuthContext>
  );
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (auth === null) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}
