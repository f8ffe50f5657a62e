import { createECDH } from "node:crypto";

/** A private key on P-256, with which a server signs its pushes (RFC 8292): 32 bytes in base64url. */
export function newVapidKey(): string {
  const curve = createECDH("prime256v1");
  curve.generateKeys();
  const key = curve.getPrivateKey();
  // A number, without the zeros before it.
  return Buffer.concat([Buffer.alloc(32 - key.length), key]).toString("base64url");
}
