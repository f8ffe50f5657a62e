import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useStore } from "../store/store.ts";
import type { LoadSupabase } from "../supabase/client.ts";
import { AuthStore, type AuthUser } from "./auth-store.ts";
import { SessionContext } from "./session.ts";

/** The signed-in user (auth-actions.ts has what people do about their accounts). */
export interface Auth {
  readonly user: AuthUser | null;
  readonly awaitsCode: boolean;
}

const AuthContext = createContext<(Auth & { readonly store: AuthStore }) | null>(null);

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
  const auth = useMemo(() => ({ store, user, awaitsCode }), [store, user, awaitsCode]);
  return (
    <AuthContext value={auth}>
      <SessionContext value={session}>{children}</SessionContext>
    </AuthContext>
  );
}

function useAuthContext() {
  const auth = useContext(AuthContext);
  if (auth === null) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}

export const useAuth = (): Auth => useAuthContext();

export const useAuthStore = (): AuthStore => useAuthContext().store;
