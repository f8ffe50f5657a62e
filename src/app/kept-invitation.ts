/**
 * The token of a household's link, kept while somebody signs in or makes an account, which may take a mail
 * and another tab.
 */
const KEY = "rota.join";

/** The token in the address, else the one that was kept; "" for none. */
export function keptInvitation(): string {
  const inAddress = location.pathname === "/join" ? location.hash.slice(1, 100) : "";
  try {
    return inAddress || (localStorage.getItem(KEY) ?? "");
  } catch {
    return inAddress;
  }
}

export function keepInvitation(): void {
  try {
    localStorage.setItem(KEY, keptInvitation());
  } catch {
    // no storage: the link can be followed again
  }
}

export function forgetInvitation(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // no storage
  }
}
