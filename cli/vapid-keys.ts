import { createECDH } from "node:crypto";

/**
 * The keys with which a server signs its pushes (RFC 8292): the public one, a point of P-256 in 65 bytes, and the
 * private one in 32, both in base64url, with a dot between them.
 */
export function newVapidKeys(): string {
  const curve = createECDH("prime256v1");
  const publicKey = curve.generateKeys("base64url");
  const key = curve.getPrivateKey();
  // A number, without the zeros before it.
  const padded = Buffer.concat([Buffer.alloc(32 - key.length), key]);
  return `${publicKey}.${padded.toString("base64url")}`;
}
