import type { QueryClient } from "@tanstack/react-query";
import { createStore, type Store } from "../store/store.ts";
import type { AuthChangeEvent, AuthSession, LoadSupabase } from "../supabase/client.ts";
import type { Session } from "./session.ts";
import { awaitsCode, keptSession, type StoredSession, storedSession } from "./stored-session.ts";

export interface AuthUser {
  readonly id: string;
  readonly email: string;
}

export interface AuthState {
  readonly user: AuthUser | null;
  readonly session: Session | null;
  /** Whether the code of a second factor is all that is missing: until then nobody is signed in. */
  readonly awaitsCode: boolean;
}

const NOBODY: AuthState = { user: null, session: null, awaitsCode: false };

/** Milliseconds before the auth service's files are asked for again. */
const RELOAD_DELAY = 3_000;

/** The signed-in user; follows the auth service while it has subscribers. */
export class AuthStore implements Store<AuthState> {
  readonly #state = createStore<AuthState>(NOBODY, () => this.#listen());
  readonly getState = this.#state.getState;
  readonly subscribe = this.#state.subscribe;
  #ending = new AbortController();
  readonly supabase: LoadSupabase;
  readonly linkClient: LoadSupabase;
  readonly #queryClient: QueryClient;

  /**
   * `linkClient` keeps no session: that of a mailed link never leaves the tab that followed it. The
   * service lets such a session set a password without the current one.
   */
  constructor(supabase: LoadSupabase, queryClient: QueryClient, linkClient: LoadSupabase) {
    this.supabase = supabase;
    this.linkClient = linkClient;
    this.#queryClient = queryClient;
    const user = userOf(storedSession());
    if (user) this.#state.setState({ ...NOBODY, user, session: this.#newSession(user) });
    else if (keptSession()) this.#state.setState({ ...NOBODY, awaitsCode: true });
  }

  #listen(): () => void {
    const ending = new AbortController();
    void this.#followUntil(ending.signal);
    return () => ending.abort();
  }

  async #followUntil(signal: AbortSignal): Promise<void> {
    const supabase = await this.#loadSupabase(signal);
    if (supabase === null || signal.aborted) return;
    const { data } = supabase.auth.onAuthStateChange(this.#follow);
    signal.addEventListener("abort", () => data.subscription.unsubscribe());
  }

  /** Retries until it is loaded: nothing works without it. */
  async #loadSupabase(signal: AbortSignal) {
    while (!signal.aborted) {
      try {
        return await this.supabase();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RELOAD_DELAY));
      }
    }
    return null;
  }

  // Must not await: auth-js blocks its other calls until this callback returns.
  readonly #follow = (event: AuthChangeEvent, authSession: AuthSession | null): void => {
    const before = this.#state.getState();
    // The session could not be renewed just now, offline for example; it has not ended.
    if (event === "INITIAL_SESSION" && authSession === null && storedSession() !== null) return;
    const isHalf = authSession !== null && awaitsCode(authSession);
    const user = isHalf ? null : userOf(authSession);
    const isSame = user?.id === before.user?.id && user?.email === before.user?.email;
    if (isSame && isHalf === before.awaitsCode) return;
    // A changed e-mail address keeps the session; another user gets a new one.
    const session = user?.id === before.user?.id ? before.session : this.#replaceSession(user);
    this.#state.setState({ user, session, awaitsCode: isHalf });
  };

  #newSession({ id }: AuthUser): Session {
    const { signal } = this.#ending;
    return { userId: id, queryClient: this.#queryClient, supabase: this.supabase, signal };
  }

  /** Aborts the last user's requests and drops their data. */
  #replaceSession(user: AuthUser | null): Session | null {
    if (this.getState().session !== null) {
      this.#ending.abort();
      this.#ending = new AbortController();
      this.#queryClient.clear();
    }
    return user && this.#newSession(user);
  }
}

/** Whose a session is; null for none. */
export function userOf(session: Pick<AuthSession | StoredSession, "user"> | null): AuthUser | null {
  return session && { id: session.user.id, email: session.user.email ?? "" };
}

/** The language that the page is in now. */
export const documentLanguage = () => globalThis.document?.documentElement.lang;

/** The IANA name of the zone that this browser runs in. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
