import { isLocalHost } from "./local-host.ts";

/** An OpenID Connect issuer, and what it knows a site as. */
export interface IssuerSettings {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What people call it. */
  readonly name: string;
}

/** Whether an issuer's address may be used: over TLS, or on this machine. */
export function isUsableIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, username, search, hash } = new URL(text);
  const isOver = protocol === "https:" || (protocol === "http:" && isLocalHost(host));
  return isOver && username + search + hash === "";
}
