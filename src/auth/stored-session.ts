import { SESSION_KEY } from "../supabase/session-key.ts";

/**
 * The session as auth-js stores it in the browser, read without the library, so that a returning
 * user sees their list before it has loaded. Only auth-js can say whether the session is still
 * valid.
 */

/** Seconds: a token that expires sooner is renewed before it is used, as auth-js does. */
const TOKEN_MARGIN = 90;

export interface StoredSession {
  readonly access_token: string;
  /** seconds since the epoch */
  readonly expires_at: number;
  readonly user: {
    readonly id: string;
    readonly email?: string | undefined;
    readonly factors?: readonly { readonly status: string }[];
  };
}

/** The same, which may wait for a code. */
export function keptSession(): StoredSession | null {
  try {
    const stored = JSON.parse(localStorage.getItem(SESSION_KEY) ?? "null");
    return typeof stored?.user?.id === "string" ? stored : null;
  } catch {
    return null; // no storage, or none of ours
  }
}

/** Null when nobody is signed in. */
export function storedSession(): StoredSession | null {
  const kept = keptSession();
  return kept && awaitsCode(kept) ? null : kept;
}

/**
 * Whether a session's account has a second factor whose code is still to come: until then it is nobody's to the
 * backend.
 */
export function awaitsCode(session: Pick<StoredSession, "access_token" | "user">): boolean {
  const { access_token: token, user } = session;
  if (!user.factors?.some(({ status }) => status === "verified")) return false;
  const claims = token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
  try {
    return JSON.parse(atob(claims)).aal !== "aal2";
  } catch {
    return true; // no token of ours
  }
}

/** The session's access token; null when it has to be renewed first. */
export function freshToken(stored: StoredSession | null): string | null {
  const isFresh = stored !== null && stored.expires_at > Date.now() / 1_000 + TOKEN_MARGIN;
  return isFresh ? stored.access_token : null;
}

export function forgetStoredSession(): void {
  try {
    localStorage.removeItem(SESSION_KEY);
  } catch {
    // no storage
  }
}
