import type { AuthChangeEvent, Session as AuthSession } from "@supabase/auth-js";
import type { QueryClient } from "@tanstack/react-query";
import type { Backend } from "./client.ts";
import { freshToken, type KeptSession, keptSession } from "./kept-session.ts";
import { pause } from "./pause.ts";
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
  /** true until it is known whether somebody is signed in (spec §4) */
  readonly loading: boolean;
  /** true after a password-reset link was followed, until the new password is set */
  readonly recovering: boolean;
  readonly session: Session | null;
}

/** Milliseconds before the auth service's files are asked for again. */
const RELOAD_DELAY = 3_000;

/** Who is signed in, and the ways in and out (spec §4, §7). Plain TypeScript, for React to subscribe to. */
export class AuthStore {
  #state: AuthState = { user: null, loading: true, recovering: false, session: null };
  readonly #listeners = new Set<() => void>();
  readonly #backend: Backend;
  readonly #queryClient: QueryClient;

  constructor(backend: Backend, queryClient: QueryClient) {
    this.#backend = backend;
    this.#queryClient = queryClient;
    const user = userOf(keptSession());
    const session = this.#sessionOf(user);
    if (user) this.#state = { user, loading: false, recovering: false, session };
  }

  readonly getState = (): AuthState => this.#state;

  /** Follows the auth service while anybody listens. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    const ending = new AbortController();
    void this.#followUntil(ending.signal);
    return () => {
      this.#listeners.delete(listener);
      ending.abort();
    };
  };

  async #followUntil(signal: AbortSignal): Promise<void> {
    // With a good token the list can be shown without the service, so the list goes first.
    if (freshToken(keptSession()) !== null) await this.#state.session?.firstRead;
    const auth = await this.#loadAuth(signal);
    if (auth === null || signal.aborted) return;
    const { data } = auth.onAuthStateChange(this.#follow);
    signal.addEventListener("abort", () => data.subscription.unsubscribe());
  }

  /** Tries until it is there: nothing goes on without it. */
  async #loadAuth(signal: AbortSignal) {
    while (!signal.aborted) {
      try {
        return await this.#backend.auth();
      } catch {
        await pause(RELOAD_DELAY);
      }
    }
    return null;
  }

  // Nothing may be awaited in here: the service holds its other calls until this returns.
  readonly #follow = (event: AuthChangeEvent, authSession: AuthSession | null): void => {
    const before = this.#state;
    // It could not be renewed just now, as without a network; it has not ended.
    if (event === "INITIAL_SESSION" && authSession === null && keptSession() !== null) return;
    const user = userOf(authSession);
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
    accept(await (await this.#backend.auth()).signInWithPassword({ email, password }));
  };

  /** The browser's time zone goes along: it decides which day is today (design §7). */
  readonly signUp = async ({ fullName, email, password }: SignUpDetails): Promise<void> => {
    accept(
      await (await this.#backend.auth()).signUp({
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
    accept(await (await this.#backend.auth()).signOut({ scope: "local" }));
  };

  readonly requestPasswordReset = async (email: string): Promise<void> => {
    const redirectTo = `${globalThis.location?.origin}/reset-password`;
    accept(await (await this.#backend.auth()).resetPasswordForEmail(email, { redirectTo }));
  };

  readonly resendConfirmation = async (email: string): Promise<void> => {
    const { error } = await (await this.#backend.auth()).resend({
      type: "signup",
      email,
      options: { emailRedirectTo: globalThis.location?.origin },
    });
    // Only an account that waits for its confirmation can be asked about too often: one mail is on
    // its way, and nobody is told that the account exists.
    if (error?.code !== "over_email_send_rate_limit") accept({ error });
  };

  /** Signs out on every device: whoever knew the old password is to be gone, and all sign in anew. */
  readonly setNewPassword = async (password: string): Promise<void> => {
    const auth = await this.#backend.auth();
    accept(await auth.updateUser({ password }));
    const { error } = await auth.signOut({ scope: "global" });
    // The password is set all the same, and the platform has ended the other devices' sessions with it.
    if (error) await auth.signOut({ scope: "local" });
  };
}

function userOf(session: Pick<AuthSession | KeptSession, "user"> | null): AuthUser | null {
  return session && { id: session.user.id, email: session.user.email ?? "" };
}

function accept({ error }: { readonly error: { readonly message: string } | null }): void {
  if (error) throw new AuthFailure(error.message);
}

/** The IANA name of the zone that this browser runs in. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
