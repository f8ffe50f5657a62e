import type { Supabase } from "../supabase/client.ts";
import { AuthFailure, accept } from "./auth-failure.ts";
import type { Session } from "./session.ts";

/**
 * A second factor: the code of an authenticator app, by Auth's own calls. A refusal throws AuthFailure, a wrong code
 * that of WRONG_CODE.
 */

/** What an authenticator app is to know. */
export interface NewFactor {
  readonly id: string;
  /** as a QR code or a link */
  readonly uri: string;
  /** to type, where that can't be read */
  readonly secret: string;
}

const NAME = "Rota";

export const WRONG_CODE = "mfa_verification_failed";

/** The id of the account's factor; null for none. */
export async function readFactor({ auth }: Supabase): Promise<string | null> {
  const { data, error } = await auth.mfa.listFactors();
  accept({ error });
  return data?.totp[0]?.id ?? null;
}

async function verify({ auth }: Supabase, factorId: string, typed: string): Promise<void> {
  const code = typed.replace(/\s/g, "");
  accept(await auth.mfa.challengeAndVerify({ factorId, code }));
}

/** Gives the code of the account's factor, if it has one, for the client's session. */
export async function giveCode(client: Supabase, code: string): Promise<void> {
  const factor = await readFactor(client);
  if (factor !== null) await verify(client, factor, code);
}

/** Begins a factor, which counts once it has been verified. One that was begun before is given up. */
export async function beginFactor({ supabase }: Session): Promise<NewFactor> {
  const { mfa } = (await supabase()).auth;
  const listed = await mfa.listFactors();
  accept(listed);
  for (const { id, status } of listed.data?.all ?? []) {
    if (status === "unverified") accept(await mfa.unenroll({ factorId: id }));
  }
  const begun = await mfa.enroll({ factorType: "totp", friendlyName: NAME, issuer: NAME });
  if (begun.error) throw new AuthFailure(begun.error.message, begun.error.code);
  const { id, totp } = begun.data;
  return { id, uri: totp.uri, secret: totp.secret };
}

/** Turns a begun factor on. The account's other devices are signed out. */
export async function verifyFactor({ supabase }: Session, id: string, code: string): Promise<void> {
  await verify(await supabase(), id, code);
}

/** Turns the factor off, by one more code. */
export async function removeFactor({ supabase }: Session, id: string, code: string): Promise<void> {
  const client = await supabase();
  await verify(client, id, code);
  accept(await client.auth.mfa.unenroll({ factorId: id }));
}
