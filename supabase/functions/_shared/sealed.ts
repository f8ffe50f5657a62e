import { CompactEncrypt, compactDecrypt } from "jose";
import * as v from "valibot";
import type { Environment } from "./environment.ts";

/**
 * What the database keeps but nobody reads there, nor in a backup: encrypted (JWE) with a key that only the functions
 * have. Whoever replaces MAIL_LINK_SECRET makes it unreadable.
 */

const text = new TextEncoder();

/** @param purpose what it is for: opened as anything else, it is none */
export async function sealed(
  environment: Environment,
  purpose: string,
  content: unknown,
): Promise<string> {
  return await new CompactEncrypt(text.encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(await keyOf(environment.mailLinkSecret ?? environment.secretKey, purpose));
}

/** The content; null if it can't be opened. */
export async function opened<TSchema extends v.GenericSchema>(
  { mailLinkSecret, secretKeys }: Environment,
  purpose: string,
  schema: TSchema,
  token: string,
): Promise<v.InferOutput<TSchema> | null> {
  // As with links, what was sealed before MAIL_LINK_SECRET was set is still opened.
  for (const secret of mailLinkSecret ? [mailLinkSecret, ...secretKeys] : secretKeys) {
    try {
      const { plaintext } = await compactDecrypt(token, await keyOf(secret, purpose));
      return v.parse(schema, JSON.parse(new TextDecoder().decode(plaintext)));
    } catch {
      // Another key's.
    }
  }
  return null;
}

async function keyOf(secret: string, purpose: string): Promise<Uint8Array> {
  const words = text.encode(`rota ${purpose}\n${secret}`);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", words));
}
