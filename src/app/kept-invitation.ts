import { readKept, writeKept } from "../store/kept.ts";

/**
 * The token of a household's link, kept while somebody signs in or makes an account, which may take a mail
 * and another tab.
 */
const KEY = "rota.join";

/** The token in the address, else the one that was kept; "" for none. */
export function keptInvitation(): string {
  const inAddress = location.pathname === "/join" ? location.hash.slice(1, 100) : "";
  return inAddress || (readKept(KEY) ?? "");
}

/** Where nothing can be kept, the link can be followed again. */
export const keepInvitation = (): void => writeKept(KEY, keptInvitation());

export const forgetInvitation = (): void => writeKept(KEY, null);
