import type { QueryClient } from "@tanstack/react-query";
import { createStore, type Store } from "../store/store.ts";
import type { AuthChangeEvent, AuthSession, LoadSupabase } from "../supabase/client.ts";
import { accept } from "./auth-failure.ts";
import { giveCode } from "./authenticator.ts";
import type { LinkProblem, MailedLink } from "./mailed-link.ts";
import type { Session } from "./session.ts";
import { awaitsCode, keptSession, type StoredSession, storedSession } from "./stored-session.ts";

export interface AuthUser {
  readonly id: string;
  readonly email: string;
}

export interface SignUpDetails {
  readonly fullName?: string;
  readonly email: string;
  readonly password: string;
  /** The token of a link with which the person who runs a server lets somebody make an account. */
  readonly signUpLink?: string;
}

/** The service refused a mailed link, and would again. */
export class LinkRefusal extends Error {
  override readonly name = "LinkRefusal";
  readonly problem: LinkProblem;

  constructor(problem: LinkProblem) {
    super(`the link: ${problem}`);
    this.problem = problem;
  }
}

/** The account of a mailed link. */
export interface LinkUser extends AuthUser {
  /** Whether it has a second factor, whose code a new password takes, too. */
  readonly awaitsCode: boolean;
}

export interface AuthState {
  readonly user: AuthUser | null;
  readonly session: Session | null;
  /** Whether the code of a second factor is all that is missing: until then nobody is signed in. */
  readonly awaitsCode: boolean;
}

const NOBODY: AuthState = { user: null, session: null, awaitsCode: false };

/** The auth service's code for too many mails, and how its words begin when one was just sent. */
const TOO_MANY_MAILS = "over_email_send_rate_limit";
const JUST_SENT = "For security purposes";

/** Milliseconds before the auth service's files are asked for again. */
const RELOAD_DELAY = 3_000;

/** The signed-in user and the auth actions; follows the auth service while it has subscribers. */
export class AuthStore implements Store<AuthState> {
  readonly #state = createStore<AuthState>(NOBODY, () => this.#listen());
  readonly getState = this.#state.getState;
  readonly subscribe = this.#state.subscribe;
  #ending = new AbortController();
  readonly #supabase: LoadSupabase;
  readonly #linkClient: LoadSupabase;
  readonly #queryClient: QueryClient;

  /**
   * `linkClient` keeps no session: that of a mailed link never leaves the tab that followed it. The
   * service lets such a session set a password without the current one.
   */
  constructor(supabase: LoadSupabase, queryClient: QueryClient, linkClient: LoadSupabase) {
    this.#supabase = supabase;
    this.#linkClient = linkClient;
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
        return await this.#supabase();
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
    return { userId: id, queryClient: this.#queryClient, supabase: this.#supabase, signal };
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

  /** Resolves to whether they are signed in: the code of a second factor may be asked for. */
  readonly signIn = async (email: string, password: string): Promise<boolean> => {
    const { auth } = await this.#supabase();
    const { data, error } = await auth.signInWithPassword({ email, password });
    accept({ error });
    return data.session !== null && !awaitsCode(data.session);
  };

  /** Signs in with the code that was still to come. */
  readonly enterCode = async (code: string): Promise<void> => {
    await giveCode(await this.#supabase(), code);
  };

  /** Signs in with a session that an issuer's sign-in has opened. */
  readonly takeSession = async (
    session: Pick<AuthSession, "access_token" | "refresh_token">,
  ): Promise<void> => {
    accept(await (await this.#supabase()).auth.setSession(session));
  };

  /**
   * Sends the browser's time zone, which decides which day is today. An address that already has an
   * account is no failure: that would reveal the account.
   */
  readonly signUp = async (details: SignUpDetails): Promise<void> => {
    const { fullName, email, password, signUpLink } = details;
    const { error } = await (await this.#supabase()).auth.signUp({
      email,
      password,
      options: {
        data: {
          ...{
            full_name: fullName?.trim() ?? "",
            time_zone: browserTimeZone(),
            language: documentLanguage(),
          },
          ...(signUpLink && { sign_up_link: signUpLink }),
        },
        emailRedirectTo: globalThis.location?.origin,
      },
    });
    // An unconfirmed account whose mail has just been sent. With any other text the whole project
    // has sent too many mails, and no account was made.
    const isSent = error?.code === TOO_MANY_MAILS && error.message.startsWith(JUST_SENT);
    if (!isSent) accept({ error });
  };

  /** Signs out in this browser only; other devices stay signed in. */
  readonly signOut = async (): Promise<void> => {
    accept(await (await this.#supabase()).auth.signOut({ scope: "local" }));
  };

  readonly requestPasswordReset = async (email: string): Promise<void> => {
    const redirectTo = `${globalThis.location?.origin}/reset-password`;
    const { auth } = await this.#supabase();
    const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
    // Only mails to existing accounts are limited, so the error would reveal the account.
    if (error?.code !== TOO_MANY_MAILS) accept({ error });
  };

  /** Sends the mail that confirms an account's address again. */
  readonly resendConfirmation = async (email: string): Promise<void> => {
    const { error } = await (await this.#supabase()).auth.resend({
      type: "signup",
      email,
      options: { emailRedirectTo: globalThis.location?.origin },
    });
    // Only unconfirmed accounts reach this limit. Their mail is on its way, and the error would
    // reveal the account.
    if (error?.code !== TOO_MANY_MAILS) accept({ error });
  };

  /**
   * Uses a mailed link up. Resolves to the account that it is for; null when its other address has to
   * be confirmed, too. Nobody is signed in by it.
   * @throws LinkRefusal when the link is no good; AuthFailure when it may be tried again
   */
  readonly followLink = async ({ tokenHash, type }: MailedLink): Promise<LinkUser | null> => {
    const { auth } = await this.#linkClient();
    const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type });
    if (error?.code === "otp_expired") throw new LinkRefusal("expired");
    const isFinal = error?.status !== undefined && error.status >= 400 && error.status < 500;
    if (isFinal && error.status !== 429) throw new LinkRefusal("failed");
    accept({ error });
    // Only a new password needs more of it than the proof.
    if (type !== "recovery") await this.leaveLink();
    const user = userOf(data.session);
    return user && data.session && { ...user, awaitsCode: awaitsCode(data.session) };
  };

  /** Gives up what a link to a new password has opened. */
  readonly leaveLink = async (): Promise<void> => {
    await (await this.#linkClient()).auth.signOut({ scope: "local" });
  };

  /**
   * Sets the password of the account whose link was followed in this tab, and signs that account out
   * on every device, so that anyone who knew the old one is out, too.
   * @param code of its second factor, if it has one
   */
  readonly setNewPassword = async (password: string, code = ""): Promise<void> => {
    const client = await this.#linkClient();
    const { auth } = client;
    if (code) await giveCode(client, code);
    const { data, error } = await auth.updateUser({ password });
    accept({ error });
    if (data.user?.id === this.getState().user?.id) {
      await (await this.#supabase()).auth.signOut({ scope: "local" });
    }
    // The password is set and has ended the other devices' sessions; only this tab is left.
    const ending = await auth.signOut({ scope: "global" });
    if (ending.error) await this.leaveLink();
  };
}

function userOf(session: Pick<AuthSession | StoredSession, "user"> | null): AuthUser | null {
  return session && { id: session.user.id, email: session.user.email ?? "" };
}

/** The language that the page is in now. */
export const documentLanguage = () => globalThis.document?.documentElement.lang;

/** The IANA name of the zone that this browser runs in. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
