import type { SupabaseClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import { sql } from "./sql.ts";

/** People's second factors. */

/** The code that an authenticator app shows for a key now. */
export const codeOf = (secret: string): string => new TOTP({ secret }).generate();

/** Gives the client's account a second factor, and its session the code. Resolves to the key and that code. */
export async function turnOn({ auth: { mfa } }: Pick<SupabaseClient, "auth">) {
  const { data, error } = await mfa.enroll({ factorType: "totp" });
  if (error) throw error;
  const { secret } = data.totp;
  const used = codeOf(secret);
  const verified = await mfa.challengeAndVerify({ factorId: data.id, code: used });
  if (verified.error) throw verified.error;
  return { secret, used };
}

/** Lets a code count that was used, so that no test waits for the next one. */
export const forgetCodes = (secret: string) =>
  sql("update auth.mfa_factors set last_step = -1 where secret = $1", [secret]);
