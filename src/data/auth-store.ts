import type { AuthChangeEvent, Session as AuthSession } from "@supabase/auth-js";
import type { QueryClient } from "@tanstack/react-query";
import type { Backend } from "./client.ts";
import { Session } from "./session.ts";

export interface AuthUser {
  readonly id: string;
  readonly email: string;
}

export interface SignUpDetails {
  readonly fullName?: string;
  readonly email: string;
  readonly password: string;
}

/** What the auth service refused; `message` is the service's own text (spec §8). */
export class AuthFailure extends Error {
  override readonly name = "AuthFailure";
}

export interface AuthState {
  readonly user: AuthUser | null;
  /** true until the stored session has been read (spec §4) */
  readonly loading: boolean;
  /** true after a password-reset link was followed, until the new password is set */
  readonly recovering: boolean;
  readonly session: Session | null;
}

/** Who is signed in, and the ways in and out (spec §4, §7). Plain TypeScript, for React to subscribe to. */
export class AuthStore {
  #state: AuthState = { user: null, loading: true, recovering: false, session: null };
  readonly #listeners = new Set<() => void>();
  readonly #backend: Backend;
  readonly #queryClient: QueryClient;

  constructor(backend: Backend, queryClient: QueryClient) {
    this.#backend = backend;
    this.#queryClient = queryClient;
  }

  readonly getState = (): AuthState => this.#state;

  /** Follows the auth service while anybody listens. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    const { data } = this.#backend.auth.onAuthStateChange(this.#follow);
    return () => {
      this.#listeners.delete(listener);
      data.subscription.unsubscribe();
    };
  };

  // Nothing may be awaited in here: the service holds its other calls until this returns.
  readonly #follow = (event: AuthChangeEvent, authSession: AuthSession | null): void => {
    const before = this.#state;
    const user = authSession && {
      id: authSession.user.id,
      email: authSession.user.email ?? "",
    };
    const recovering = user !== null && (before.recovering || event === "PASSWORD_RECOVERY");
    if (user?.id === before.user?.id && user?.email === before.user?.email) {
      this.#update({ ...before, loading: false, recovering });
      return;
    }
    this.#update({ user, loading: false, recovering, session: this.#sessionOf(user) });
  };

  /** A refreshed token or a changed address is the same session; somebody else's is another. */
  #sessionOf(user: AuthUser | null): Session | null {
    const before = this.#state.session;
    if (user !== null && before?.userId === user.id) return before;
    before?.end();
    return user && new Session(this.#backend, this.#queryClient, user.id);
  }

  #update(state: AuthState): void {
    const before = this.#state;
    const keys = Object.keys(state) as (keyof AuthState)[];
    if (keys.every((key) => state[key] === before[key])) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  readonly signIn = async (email: string, password: string): Promise<void> => {
    accept(await this.#backend.auth.signInWithPassword({ email, password }));
  };

  /** The browser's time zone goes along: it decides which day is today (design §7). */
  readonly signUp = async ({ fullName, email, password }: SignUpDetails): Promise<void> => {
    accept(
      await this.#backend.auth.signUp({
        email,
        password,
        options: {
          data: { full_name: fullName?.trim() ?? "", time_zone: browserTimeZone() },
          emailRedirectTo: globalThis.location?.origin,
        },
      }),
    );
  };

  /** Signs out in this browser only; other devices stay signed in. */
  readonly signOut = async (): Promise<void> => {
    accept(await this.#backend.auth.signOut({ scope: "local" }));
  };

  readonly requestPasswordReset = async (email: string): Promise<void> => {
    const redirectTo = `${globalThis.location?.origin}/reset-password`;
    accept(await this.#backend.auth.resetPasswordForEmail(email, { redirectTo }));
  };

  readonly setNewPassword = async (password: string): Promise<void> => {
    accept(await this.#backend.auth.updateUser({ password }));
    this.#update({ ...this.#state, recovering: false });
  };
}

function accept({ error }: { readonly error: { readonly message: string } | null }): void {
  if (error) throw new AuthFailure(error.message);
}

/** The IANA name of the zone that this browser runs in. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
