import { useEffect, useState } from "react";
import { type Message, msg } from "../domain/language/messages.ts";
import { createStore, useStore } from "../store/store.ts";

/**
 * Reads a mailed link: a token to verify, or, after the auth service's own redirects, a refusal or a
 * session in the address's hash. Nothing here signs anybody in.
 */

/**
 * `expired` includes links that were already used: the service does not distinguish them. `session`
 * is an address with a session in it, which anybody can write.
 */
export type LinkProblem = "expired" | "failed" | "session";

type LinkType = "signup" | "email_change" | "recovery";

export interface MailedLink<Type extends LinkType = LinkType> {
  readonly tokenHash: string;
  readonly type: Type;
}

/** Our own words: anybody can put text into a URL. */
export const LINK_PROBLEMS: Record<LinkProblem, { title: Message; reason: Message }> = {
  expired: {
    title: msg("This link no longer works"),
    reason: msg("It has expired or was used before."),
  },
  failed: {
    title: msg("This link did not work"),
    reason: msg("Something went wrong while it was checked."),
  },
  session: {
    title: msg("This link signs nobody in"),
    reason: msg("It is an old one, or somebody else made it."),
  },
};

const REFUSAL = ["error", "error_code", "error_description"];
const SESSION = ["access_token", "refresh_token", "provider_token", "provider_refresh_token"];

/** The problem that an address's hash or query names; null when there is none. */
export function linkProblemOf({ hash, search }: Pick<URL, "hash" | "search">): LinkProblem | null {
  const given = [hash.replace(/^#/, ""), search].map((text) => new URLSearchParams(text));
  const has = (names: readonly string[]) =>
    given.some((parameters) => names.some((name) => parameters.has(name)));
  if (has(SESSION)) return "session";
  if (!has(REFUSAL)) return null;
  const isExpired = given.some((parameters) => parameters.get("error_code") === "otp_expired");
  return isExpired ? "expired" : "failed";
}

/** A token is hexadecimal, 56 to 64 characters, on the platform sometimes with a prefix. */
const TOKEN = /^[\w-]{6,255}$/;

/**
 * The link that an address's query is, of one of the types. Null without a token, `failed` for what
 * no mail of ours contains.
 */
export function mailedLinkOf<Type extends LinkType>(
  search: string,
  ...types: Type[]
): MailedLink<Type> | "failed" | null {
  const parameters = new URLSearchParams(search);
  const tokenHash = parameters.get("token_hash");
  if (tokenHash === null) return null;
  const type = types.find((known) => known === parameters.get("type"));
  return type && TOKEN.test(tokenHash) ? { tokenHash, type } : "failed";
}

/** Takes the link out of the address, so that neither a reload nor the history brings it back. */
export function forgetAddress(): void {
  history.replaceState(history.state, "", location.pathname);
}

const problem = createStore<LinkProblem | null>(null);

/** Where a sign-in elsewhere comes back to, which reads its own address. */
export const BACK_PATH = "/sign-in";

/** Looks at an address that the browser has gone to. */
function look(address: URL): void {
  if (address.pathname === BACK_PATH) return;
  const found = linkProblemOf(address);
  if (found === null) return;
  if (linkProblemOf(new URL(location.href)) !== null) forgetAddress();
  problem.setState(found);
}

if (globalThis.location !== undefined) {
  look(new URL(location.href));
  // A link that is opened in a tab with the app in it changes the hash alone.
  addEventListener("hashchange", ({ newURL }) => look(new URL(newURL)));
}

/** The problem with the last link, until it has been told. */
export const useUntoldLinkProblem = (): LinkProblem | null => useStore(problem);

/** The problem has been told. */
export const forgetLinkProblem = (): void => problem.setState(null);

/** The problem with the link that led to this screen, told for as long as it is mounted. */
export function useLinkProblem(): LinkProblem | null {
  const untold = useUntoldLinkProblem();
  const [shown, setShown] = useState(untold);
  if (untold !== null && untold !== shown) setShown(untold);
  useEffect(() => forgetLinkProblem, []);
  return shown;
}
