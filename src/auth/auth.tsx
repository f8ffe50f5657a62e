import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useStore } from "../store/store.ts";
import type { LoadSupabase } from "../supabase/client.ts";
import type { FailureWords } from "../supabase/failure-notice.ts";
import { AuthStore, type AuthUser, type SignUpDetails } from "./auth-store.ts";
import type { MailedLink } from "./mailed-link.ts";
import { SessionContext } from "./session.ts";

export const SIGN_OUT_FAILED: FailureWords = {
  title: "Sign Out Failed",
};

/** Who is signed in, and the auth actions; every action throws AuthFailure when refused. */
export interface Auth {
  readonly user: AuthUser | null;
  signIn(email: string, password: string): Promise<void>;
  signUp(details: SignUpDetails): Promise<void>;
  signOut(): Promise<void>;
  requestPasswordReset(email: string): Promise<void>;
  /** Sends the mail that confirms an account's address again. */
  resendConfirmation(email: string): Promise<void>;
  /** Uses a mailed link up, signing nobody in; throws LinkRefusal, too. */
  followLink(link: MailedLink): Promise<AuthUser | null>;
  leaveLink(): Promise<void>;
  setNewPassword(password: string): Promise<void>;
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
  const { user, session } = useStore(store);
  const auth = useMemo<Auth>(() => {
    const { signIn, signUp, signOut } = store;
    const { requestPasswordReset, resendConfirmation } = store;
    const { followLink, leaveLink, setNewPassword } = store;
    return {
      ...{ user, signIn, signUp, signOut, requestPasswordReset, resendConfirmation },
      ...{ followLink, leaveLink, setNewPassword },
    };
  }, [store, user]);
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
