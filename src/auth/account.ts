import { accept } from "./auth-failure.ts";
import { endSessionHere } from "./refused-session.ts";
import type { Session } from "./session.ts";

/** Account actions of a signed-in user; a refusal throws AuthFailure. */

/** Takes the current password: a token alone changes none. The account's other sessions end. */
export async function changePassword(
  { supabase }: Session,
  current: string,
  password: string,
): Promise<void> {
  const { auth } = await supabase();
  accept(await auth.updateUser({ password, current_password: current }));
}

/** Asks for another address: the links in the mails to both of them make the change. */
export async function requestAddress({ supabase }: Session, email: string): Promise<void> {
  const { auth } = await supabase();
  accept(await auth.updateUser({ email }));
}

/**
 * Has this browser's session take the account's address, which may have moved since, here or on another
 * device. Resolves to whether the address is confirmed.
 */
export async function takeMovedAddress({ supabase }: Session, known: string): Promise<boolean> {
  const { auth } = await supabase();
  const { data } = await auth.getUser();
  if (data.user && data.user.email !== known) await auth.refreshSession();
  return data.user === null || Boolean(data.user.email_confirmed_at);
}

/** Signs out of an account that is closed: the service has nothing to end any more. */
export async function leaveClosedAccount({ supabase }: Session): Promise<void> {
  await endSessionHere(await supabase());
}
