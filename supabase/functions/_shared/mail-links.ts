import { jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import type { Environment } from "./environment.ts";

/** Links in mails and pushes: signed, expiring, for one purpose each. Anyone who holds one may do what it says. */

const day = v.pipe(v.string(), v.isoDate());
const id = v.pipe(v.string(), v.uuid());
/** the door for deeds by this link */
const door = v.picklist(["mail", "push"]);

const LINK = v.variant("purpose", [
  /** marks a task's occurrence, identified by its due date, done as that person */
  v.object({ purpose: v.literal("done"), person: id, task: id, day, via: v.optional(door) }),
  /** puts a task's occurrence off to another day, as that person */
  v.object({ purpose: v.literal("put-off"), person: id, task: id, day, newDay: day }),
  /** proves the address that an invitation was mailed to, and makes its account */
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

/** Signs a link's token. @param expiresIn how long it works, such as "3 days" */
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

/** The link of a token; null if it is invalid in any way. */
export async function verifyMailLink(
  { mailLinkSecret, secretKeys }: Environment,
  token: string,
  purpose: MailLinkPurpose,
): Promise<MailLink | null> {
  // Links mailed before MAIL_LINK_SECRET was set still work.
  const secrets = mailLinkSecret ? [mailLinkSecret, ...secretKeys] : secretKeys;
  const allowed = await Promise.all(secrets.map(keyOf));
  if (token.length > MAX_LENGTH) return null;
  const checks = { algorithms: ["HS256"], audience: purpose, requiredClaims: ["exp"] };
  for (const key of allowed) {
    try {
      const { payload } = await jwtVerify(token, key, checks);
      return v.parse(LINK, { ...payload, purpose });
    } catch {
      // Signed with another secret, or none.
    }
  }
  return null;
}

const keys = new Map<string, Promise<CryptoKey>>();

function keyOf(secret: string): Promise<CryptoKey> {
  const key = keys.get(secret) ?? derivedKey(secret);
  keys.set(secret, key);
  return key;
}

/** Derived, so that tokens reveal nothing about the secret and work for nothing else. */
async function derivedKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret);
  const base = await crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]);
  const info = new TextEncoder().encode("rota mail links");
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
  const hmac = { name: "HMAC", hash: "SHA-256", length: 256 };
  return await crypto.subtle.deriveKey(derivation, base, hmac, false, ["sign", "verify"]);
}
