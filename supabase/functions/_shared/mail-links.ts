import { jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import type { Environment } from "./environment.ts";

/**
 * Links in mails and pushes: signed, expiring, and good for one purpose. Anyone who has one may do what it
 * says.
 */

const day = v.pipe(v.string(), v.isoDate());
const id = v.pipe(v.string(), v.uuid());
/** by which door what the link does comes in */
const door = v.picklist(["mail", "push"]);

const LINK = v.variant("purpose", [
  /** ticks a task's occurrence off, by its day in the schedule, as that person */
  v.object({ purpose: v.literal("done"), person: id, task: id, day, via: v.optional(door) }),
  /** puts a task's day off to another, as that person */
  v.object({ purpose: v.literal("put-off"), person: id, task: id, day, newDay: day }),
  /** proves an address to which an invitation was mailed, and makes its account */
  v.object({ purpose: v.literal("sign-up"), address: v.string() }),
  /** ends one kind of mails to an address */
  v.object({
    purpose: v.literal("unsubscribe"),
    address: v.string(),
    kind: v.picklist(["invitation", "morning"]),
  }),
]);

export type MailLink = v.InferOutput<typeof LINK>;
export type MailLinkPurpose = MailLink["purpose"];

/** Longer than any of ours: the longest address has 254 characters. */
const MAX_LENGTH = 1_000;

/** The token of a link. @param expiresIn how long it works, such as "3 days" */
export async function signMailLink(
  environment: Environment,
  { purpose, ...claims }: MailLink,
  expiresIn: string,
): Promise<string> {
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(purpose)
    .setExpirationTime(expiresIn)
    .sign(await keyOf(environment.mailLinkSecret ?? environment.secretKey));
}

/** What a token says; null, whatever is wrong with it. */
export async function verifyMailLink(
  { mailLinkSecret, secretKeys }: Environment,
  token: string,
  purpose: MailLinkPurpose,
): Promise<MailLink | null> {
  // Links that were mailed before there was a MAIL_LINK_SECRET go on working.
  const secrets = mailLinkSecret ? [mailLinkSecret, ...secretKeys] : secretKeys;
  const keys = await Promise.all(secrets.map(keyOf));
  if (token.length > MAX_LENGTH) return null;
  const checks = { algorithms: ["HS256"], audience: purpose, requiredClaims: ["exp"] };
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify(token, key, checks);
      return v.parse(LINK, { ...payload, purpose });
    } catch {
      // Signed with another of them, or with none.
    }
  }
  return null;
}

/** Derived, so that the tokens tell nothing of the secret and are good for nothing else. */
async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret);
  const base = await crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]);
  const info = new TextEncoder().encode("rota mail links");
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
  const hmac = { name: "HMAC", hash: "SHA-256", length: 256 };
  return await crypto.subtle.deriveKey(derivation, base, hmac, false, ["sign", "verify"]);
}
