import type { Context, MiddlewareHandler } from "hono";
import { tooMany } from "./one-by-one.ts";
import { isBehindFront, networkOf, peerBehindFront } from "./peer.ts";

/** The free attempts of a kind, and the waits after further ones; in seconds. */
export interface AttemptRule {
  readonly free: number;
  /** after the last free attempt; doubles with each further one, up to the longest */
  readonly first: number;
  readonly longest: number;
  /** attempts are forgotten after so long without one */
  readonly memory: number;
}

export interface GuessLimits {
  /** one account, by one peer */
  readonly byPeerAtAccount: AttemptRule;
  /** all accounts, by one peer */
  readonly byPeer: AttemptRule;
  /** one account, by all peers that never signed in to it; for a site, which strangers can reach */
  readonly atAccount?: AttemptRule | undefined;
}

const FIVE_MINUTES = 300;
const fixed = (free: number): AttemptRule => ({
  ...{ free, first: FIVE_MINUTES, longest: FIVE_MINUTES, memory: FIVE_MINUTES },
});

/** Limits of a stack on this machine. @param failures `sign_in_sign_ups` of config.toml */
export const localGuesses = (failures: number): GuessLimits => ({
  byPeerAtAccount: fixed(10),
  byPeer: fixed(failures),
});

/** Limits of a site. Strangers can't lock an owner out, who gets in from their own network. */
export const SITE_GUESSES: GuessLimits = {
  byPeerAtAccount: { free: 5, first: 5, longest: 900, memory: 3_600 },
  byPeer: { free: 50, first: 5, longest: 900, memory: 3_600 },
  atAccount: { free: 20, first: 5, longest: 60, memory: 3_600 },
};

/** Per kind; beyond this, the oldest keys are forgotten. */
const MOST_KEYS = 100_000;

class Attempts {
  readonly #rule: AttemptRule;
  readonly #known = new Map<string, { count: number; at: number }>();

  constructor(rule: AttemptRule) {
    this.#rule = rule;
  }

  /** Counts an attempt; answers 0, or, if it comes too early and isn't counted, the seconds to wait. */
  begin(key: string): number {
    const wait = this.secondsToWait(key);
    if (wait > 0) return wait;
    const count = (this.#recent(key)?.count ?? 0) + 1;
    this.#known.delete(key);
    this.#known.set(key, { count, at: Date.now() });
    if (this.#known.size > MOST_KEYS) this.#known.delete(this.#known.keys().next().value ?? "");
    return 0;
  }

  /** Undoes the last attempt, or all of them. */
  forgive(key: string, all = false): void {
    const known = this.#recent(key);
    if (!known) return;
    known.count -= 1;
    if (all || known.count === 0) this.#known.delete(key);
  }

  secondsToWait(key: string): number {
    const { free, first, longest } = this.#rule;
    const known = this.#recent(key);
    if (!known || known.count < free) return 0;
    const wait = Math.min(longest, first * 2 ** (known.count - free));
    return Math.max(0, Math.ceil((known.at - Date.now()) / 1000 + wait));
  }

  #recent(key: string) {
    const known = this.#known.get(key);
    const isOld = known && Date.now() - known.at >= this.#rule.memory * 1000;
    if (isOld) this.#known.delete(key);
    return isOld ? undefined : known;
  }
}

/** Networks from which accounts were signed in to: guesses from elsewhere don't make these wait. */
const KNOWN: AttemptRule = {
  free: 1,
  first: 30 * 86_400,
  longest: 30 * 86_400,
  memory: 30 * 86_400,
};

/**
 * Limits the guessing of passwords and codes: failed sign-ins, failed password changes with the current one, wrong
 * codes of a second factor. An attempt counts before it is checked, so that parallel ones gain nothing; a success is taken back. Addresses
 * without an account count like any other.
 */
export function attemptLimit(limits: GuessLimits): MiddlewareHandler {
  const atAccounts = limits.atAccount && new Attempts(limits.atAccount);
  const ofGuesses = new Attempts(limits.byPeerAtAccount);
  const ofPeers = new Attempts(limits.byPeer);
  const known = new Attempts(KNOWN);
  return async (context, next) => {
    const account = await guessedAccount(context);
    if (account === undefined) return next();
    const peer = networkOf(peerBehindFront(context));
    const guess = `${peer} ${account}`;
    const counted: [Attempts, string][] = [[ofGuesses, guess]];
    // Requests from this machine on behalf of others only count there.
    if (!atAccounts || isBehindFront(context)) counted.unshift([ofPeers, peer]);
    if (atAccounts && known.secondsToWait(guess) === 0) counted.push([atAccounts, account]);
    for (const [n, [attempts, key]] of counted.entries()) {
      const wait = attempts.begin(key);
      if (wait === 0) continue;
      for (const [others, other] of counted.slice(0, n)) others.forgive(other);
      return tooMany(wait);
    }
    await next();
    if (context.res.status === (CODE.test(context.req.path) ? 422 : 400)) return;
    for (const [attempts, key] of counted) {
      attempts.forgive(key, attempts === ofGuesses && context.res.ok);
    }
    if (context.res.ok) known.begin(guess);
  };
}

/** The path of a second factor's code. */
export const CODE = /^\/auth\/v1\/factors\/[^/]+\/verify$/;

/** The account whose password or code a request tries; undefined if it tries none. */
async function guessedAccount(context: Context): Promise<string | undefined> {
  const { method, path } = context.req;
  if (CODE.test(path)) return subjectOf(context);
  const isSignIn = method === "POST" && path === "/auth/v1/token";
  const isChange =
    (method === "PUT" && path === "/auth/v1/user") || path.startsWith("/operator/v1/");
  if (isSignIn ? context.req.query("grant_type") !== "password" : !isChange) return undefined;
  const body: unknown = await context.req.raw
    .clone()
    .json()
    .catch(() => null);
  const { email, current_password: current } = (body ?? {}) as Record<string, unknown>;
  if (isSignIn) return typeof email === "string" ? email.toLowerCase() : undefined;
  return typeof current === "string" ? subjectOf(context) : undefined;
}

/** The account named by a token, which isn't verified yet. */
function subjectOf(context: Context): string {
  const token = context.req.header("Authorization") ?? "";
  const claims = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
  return /"sub":"([^"]+)"/.exec(claims)?.[1] ?? token;
}
