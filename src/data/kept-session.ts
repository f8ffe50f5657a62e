/**
 * The session as auth-js keeps it in the browser, read without auth-js: who comes back sees their
 * list before those 21 kB are there. Whether the session still holds, only auth-js can say.
 */

/** Where auth-js keeps the session in the browser's local storage. */
export const SESSION_KEY = "rota.session";

/** Seconds: a token that expires sooner is renewed before it is used, as auth-js does. */
const TOKEN_MARGIN = 90;

export interface KeptSession {
  readonly access_token: string;
  /** seconds since the epoch */
  readonly expires_at: number;
  readonly user: { readonly id: string; readonly email?: string };
}

/** Null when nobody is signed in here, and when a mailed link has just brought another session. */
export function keptSession(): KeptSession | null {
  try {
    if (/[#&]access_token=/.test(location.hash)) return null;
    const kept = JSON.parse(localStorage.getItem(SESSION_KEY) ?? "null");
    return typeof kept?.user?.id === "string" ? kept : null;
  } catch {
    return null; // no storage, or none of ours
  }
}

/** The session's access token; null when it has to be renewed first. */
export function freshToken(kept: KeptSession | null): string | null {
  const isFresh = kept !== null && kept.expires_at > Date.now() / 1_000 + TOKEN_MARGIN;
  return isFresh ? kept.access_token : null;
}
