import type { Context, MiddlewareHandler } from "hono";
import { tooMany } from "./one-by-one.ts";
import { networkOf, peerBehindFront } from "./peer.ts";

const WINDOW_MS = 5 * 60_000;
/** A peer's failures in the window for one address, or for one account's current password. */
const FAILURES_PER_ACCOUNT = 10;

/** Counts what was tried of late, by key. */
class Attempts {
  readonly #most: number;
  readonly #times = new Map<string, number[]>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts an attempt; false, and not counted, when there were too many already. */
  begin(key: string): boolean {
    const times = this.#recent(key);
    if (times.length >= this.#most) return false;
    this.#times.set(key, [...times, Date.now()]);
    return true;
  }

  /** Takes the last attempt back, or all of them. */
  forgive(key: string, all = false): void {
    const times = this.#recent(key).slice(0, -1);
    if (all || times.length === 0) this.#times.delete(key);
    else this.#times.set(key, times);
  }

  /** Forgets the keys whose attempts are all too old. */
  clean(): void {
    for (const key of this.#times.keys()) {
      if (this.#recent(key).length === 0) this.#times.delete(key);
    }
  }

  #recent(key: string): number[] {
    const since = Date.now() - WINDOW_MS;
    return (this.#times.get(key) ?? []).filter((at) => at > since);
  }
}

/**
 * Limits the guessing of passwords: failed sign-ins, and failed changes of a password that name the
 * current one, within five minutes for one account by one peer, and for one peer: a stranger who guesses locks
 * nobody else out. An attempt counts before it is
 * checked, so that many at once gain nothing; a success is taken back. Addresses without an account
 * count as any other.
 * @param failuresPerPeer `sign_in_sign_ups` of config.toml
 */
export function attemptLimit(failuresPerPeer: number): MiddlewareHandler {
  const ofAccounts = new Attempts(FAILURES_PER_ACCOUNT);
  const ofPeers = new Attempts(failuresPerPeer);
  setInterval(() => {
    ofAccounts.clean();
    ofPeers.clean();
  }, WINDOW_MS).unref();
  return async (context, next) => {
    const account = await guessedAccount(context);
    if (account === undefined) return next();
    const peer = networkOf(peerBehindFront(context));
    const guess = `${peer} ${account}`;
    if (!ofPeers.begin(peer)) return tooMany();
    if (!ofAccounts.begin(guess)) {
      ofPeers.forgive(peer);
      return tooMany();
    }
    await next();
    if (context.res.status === 400) return;
    ofPeers.forgive(peer);
    ofAccounts.forgive(guess, context.res.ok);
  };
}

/** Whose password a request tries; undefined when it tries none. */
async function guessedAccount(context: Context): Promise<string | undefined> {
  const { method, path } = context.req;
  const isSignIn = method === "POST" && path === "/auth/v1/token";
  const isChange = method === "PUT" && path === "/auth/v1/user";
  if (isSignIn ? context.req.query("grant_type") !== "password" : !isChange) return undefined;
  const body: unknown = await context.req.raw
    .clone()
    .json()
    .catch(() => null);
  const { email, current_password: current } = (body ?? {}) as Record<string, unknown>;
  if (isSignIn) return typeof email === "string" ? email.toLowerCase() : undefined;
  return typeof current === "string" ? subjectOf(context) : undefined;
}

/** The account that a token names; whether it is valid is found out later. */
function subjectOf(context: Context): string {
  const token = context.req.header("Authorization") ?? "";
  const claims = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
  return /"sub":"([^"]+)"/.exec(claims)?.[1] ?? token;
}
