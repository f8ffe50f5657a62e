import type { Supabase } from "../supabase/client.ts";
import type { Session } from "./session.ts";
import { forgetStoredSession } from "./stored-session.ts";

/**
 * Finds out why the backend no longer takes a session's token, and signs out when it can't be renewed:
 * its account was closed, or its password changed, on another device. Never rejects.
 */
export async function renewRefusedSession({ supabase }: Session): Promise<void> {
  const client = await supabase();
  const { error } = await client.auth.refreshSession().catch((failure) => ({ error: failure }));
  // The library keeps a session whose token has not expired yet.
  const isFinal = error?.status >= 400 && error.status < 500 && error.status !== 429;
  if (isFinal) await endSessionHere(client);
}

/**
 * Signs out in this browser without a word to the auth service, which would refuse the token: there is
 * no such session any more. Never rejects.
 */
export async function endSessionHere({ auth }: Supabase): Promise<void> {
  forgetStoredSession();
  await auth.signOut({ scope: "local" }).catch(() => undefined);
}
