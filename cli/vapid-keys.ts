import { createECDH } from "node:crypto";

/**
 * The keys with which a server signs its pushes (RFC 8292): the public key, a point of P-256 in 65 bytes, a
 * dot, and the private key in 32 bytes, both in base64url.
 */
export function newVapidKeys(): string {
  const curve = createECDH("prime256v1");
  const publicKey = curve.generateKeys("base64url");
  const key = curve.getPrivateKey();
  // The number comes without leading zeros.
  const padded = Buffer.concat([Buffer.alloc(32 - key.length), key]);
  return `${publicKey}.${padded.toString("base64url")}`;
}
