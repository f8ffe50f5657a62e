import { readBackend } from "../supabase/backend.ts";
import {
  forgetLeaving,
  lazySupabase,
  type Supabase,
  type UserIdentity,
} from "../supabase/client.ts";
import { accept } from "./auth-failure.ts";
import { browserTimeZone, documentLanguage } from "./auth-store.ts";
import { BACK_PATH } from "./mailed-link.ts";
import type { Session } from "./session.ts";

/** Sign-in with the accounts of an OpenID Connect issuer, such as the house's own. */

/** Its name among Auth's providers; on Supabase, a custom provider of this name. */
const PROVIDER = "custom:house";

const backend = readBackend();

/** What people call the issuer; undefined where there is none. */
export const issuerName = backend.issuer;
/** Whether passwords open accounts. */
export const takesPasswords = backend.takesPasswords !== false;

/** A client of its own: its session and its proof stay in this tab until they are good. */
const client = lazySupabase({ ...backend, leaves: true });

const options = () => ({ redirectTo: `${location.origin}${BACK_PATH}` });

/** Leaves for the issuer's page, which signs in. */
export async function signInWithIssuer(): Promise<void> {
  const { auth } = await client();
  const queryParams = { time_zone: browserTimeZone(), language: documentLanguage() };
  accept(
    await auth.signInWithOAuth({ provider: PROVIDER, options: { ...options(), queryParams } }),
  );
}

/** Leaves for the issuer's page, which connects the signed-in account with the one there. */
export async function connectIssuer({ supabase }: Session): Promise<void> {
  const [{ data }, { auth }] = [await (await supabase()).auth.getSession(), await client()];
  if (!data.session) return;
  accept(await auth.setSession(data.session));
  accept(await auth.linkIdentity({ provider: PROVIDER, options: options() }));
}

/** The issuer's identity of the signed-in account; null if that isn't connected. */
export async function readIdentity({ auth }: Supabase): Promise<UserIdentity | null> {
  const { data, error } = await auth.getUserIdentities();
  accept({ error });
  return data?.identities.find(({ provider }) => provider === PROVIDER) ?? null;
}

/** The refusal where the connection is the only way into the account. */
export const ONLY_WAY = "single_identity_not_deletable";

/** Ends the connection of the signed-in account. @throws AuthFailure */
export async function disconnectIssuer(
  { supabase }: Session,
  identity: UserIdentity,
): Promise<void> {
  accept(await (await supabase()).auth.unlinkIdentity(identity));
}

/**
 * The session of the code that the issuer's page has led back with; null where it is the signed-in account's, which
 * has one and is connected now.
 * @throws AuthFailure if the code is refused
 */
export async function finishWithIssuer(code: string, account: string | undefined) {
  const { auth } = await client();
  const { data, error } = await auth.exchangeCodeForSession(code);
  const isConnection = data.session?.user.id === account;
  if (data.session && isConnection) await auth.signOut({ scope: "local" });
  forgetLeaving();
  accept({ error });
  return isConnection ? null : data.session;
}
