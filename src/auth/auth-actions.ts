import { useMemo } from "react";
import { msg } from "../domain/language/messages.ts";
import type { AuthSession } from "../supabase/client.ts";
import type { FailureWords } from "../supabase/failure-notice.ts";
import { useAuthStore } from "./auth.tsx";
import { accept } from "./auth-failure.ts";
import {
  type AuthStore,
  type AuthUser,
  browserTimeZone,
  documentLanguage,
  userOf,
} from "./auth-store.ts";
import { giveCode } from "./authenticator.ts";
import type { LinkProblem, MailedLink } from "./mailed-link.ts";
import { awaitsCode } from "./stored-session.ts";

interface SignUpDetails {
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

/** The auth service's code for too many mails, and how its words begin when one was just sent. */
const TOO_MANY_MAILS = "over_email_send_rate_limit";
const JUST_SENT = "For security purposes";

export const SIGN_OUT_FAILED: FailureWords = {
  title: msg("Sign Out Failed"),
};

/** What people do about their accounts; each throws AuthFailure when it is refused. Loaded with what asks for it. */
export class AuthActions {
  readonly #store: AuthStore;

  constructor(store: AuthStore) {
    this.#store = store;
  }

  /** Resolves to whether they are signed in: the code of a second factor may be asked for. */
  readonly signIn = async (email: string, password: string): Promise<boolean> => {
    const { auth } = await this.#store.supabase();
    const { data, error } = await auth.signInWithPassword({ email, password });
    accept({ error });
    return data.session !== null && !awaitsCode(data.session);
  };

  /** Signs in with the code that was still to come. */
  readonly enterCode = async (code: string): Promise<void> => {
    await giveCode(await this.#store.supabase(), code);
  };

  /** Signs in with a session that an issuer's sign-in has opened. */
  readonly takeSession = async (
    session: Pick<AuthSession, "access_token" | "refresh_token">,
  ): Promise<void> => {
    accept(await (await this.#store.supabase()).auth.setSession(session));
  };

  /**
   * Sends the browser's time zone, which decides which day is today. An address that already has an
   * account is no failure: that would reveal the account.
   */
  readonly signUp = async (details: SignUpDetails): Promise<void> => {
    const { fullName, email, password, signUpLink } = details;
    const { error } = await (await this.#store.supabase()).auth.signUp({
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
    accept(await (await this.#store.supabase()).auth.signOut({ scope: "local" }));
  };

  readonly requestPasswordReset = async (email: string): Promise<void> => {
    const redirectTo = `${globalThis.location?.origin}/reset-password`;
    const { auth } = await this.#store.supabase();
    const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
    // Only mails to existing accounts are limited, so the error would reveal the account.
    if (error?.code !== TOO_MANY_MAILS) accept({ error });
  };

  /** Sends the mail that confirms an account's address again. */
  readonly resendConfirmation = async (email: string): Promise<void> => {
    const { error } = await (await this.#store.supabase()).auth.resend({
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
    const { auth } = await this.#store.linkClient();
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
    await (await this.#store.linkClient()).auth.signOut({ scope: "local" });
  };

  /**
   * Sets the password of the account whose link was followed in this tab, and signs that account out
   * on every device, so that anyone who knew the old one is out, too.
   * @param code of its second factor, if it has one
   */
  readonly setNewPassword = async (password: string, code = ""): Promise<void> => {
    const client = await this.#store.linkClient();
    const { auth } = client;
    if (code) await giveCode(client, code);
    const { data, error } = await auth.updateUser({ password });
    accept({ error });
    if (data.user?.id === this.#store.getState().user?.id) {
      await (await this.#store.supabase()).auth.signOut({ scope: "local" });
    }
    // The password is set and has ended the other devices' sessions; only this tab is left.
    const ending = await auth.signOut({ scope: "global" });
    if (ending.error) await this.leaveLink();
  };
}

export function useAuthActions(): AuthActions {
  const store = useAuthStore();
  return useMemo(() => new AuthActions(store), [store]);
}
