import { readKept, writeKept } from "../store/kept.ts";

/** Holds a household's link while somebody signs in or makes an account, maybe in another tab. */
const KEY = "rota.join";

/** The token in the address, else the one that was kept; "" for none. */
export function keptInvitation(): string {
  // An invitation's mail has a proof after it.
  const [token = ""] = location.hash.slice(1, 100).split("&");
  const inAddress = location.pathname === "/join" ? token : "";
  return inAddress || (readKept(KEY) ?? "");
}

/** Without storage, the link can be followed again. */
export const keepInvitation = (): void => writeKept(KEY, keptInvitation());

export const forgetInvitation = (): void => writeKept(KEY, null);
