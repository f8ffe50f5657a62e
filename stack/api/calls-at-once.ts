import type { Context, MiddlewareHandler } from "hono";
import { type TokenOptions, tokenVerifier } from "../realtime/tokens.ts";
import { isBehindFront, networkOf, peerBehindFront } from "./peer.ts";
import { userClaims } from "./token-auth.ts";

/**
 * The number of calls answered at once: identical ones of an account, all of an account, of a peer, and in
 * total. The database has 20 connections, and a machine at home 2 cores: callers who ask for much only delay
 * themselves.
 */
export const MOST_AT_ONCE = { ofAKind: 1, ofAnAccount: 2, ofAPeer: 4, ofAll: 16 };

/** How many calls of an account, or of a peer, may wait for their turn. */
const MOST_WAITING = { ofAnAccount: 100, ofAPeer: 400 };

/** Milliseconds that a call waits at most, less than the app's ten seconds. */
const PATIENCE = 5_000;

/** How many identical calls may wait without being slowed down. */
const MOST_DEVICES = 5;

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 2;

export interface Call {
  readonly account: string;
  /** undefined for calls from this machine: a function's, or all of them in development */
  readonly peer: string | undefined;
  /** method, path and query */
  readonly kind: string;
}

interface Waiting {
  readonly call: Call;
  readonly begin: (isTurn: boolean) => void;
}

/** Counts by name, without keeping zeros. */
class Counts {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(names: readonly string[], more: 1 | -1): void {
    for (const name of names) {
      const count = this.of(name) + more;
      if (count === 0) this.#counts.delete(name);
      else this.#counts.set(name, count);
    }
  }
}

const ALL = "all";
const ofAccount = ({ account }: Call) => `account ${account}`;
const ofKind = ({ account, kind }: Call) => `kind ${account} ${kind}`;
const ofPeer = ({ peer }: Call) => `peer ${peer}`;

const namesOf = (call: Call) => [
  ...[ALL, ofAccount(call), ofKind(call)],
  ...(call.peer === undefined ? [] : [ofPeer(call)]),
];

/**
 * Gives turns to calls, so that a waiting call holds no connection. Among calls within all limits, the next one
 * is of the account with the fewest running; of these, the first to arrive.
 */
export class Turns {
  readonly #running = new Counts();
  readonly #waitingOf = new Counts();
  readonly #waiting = new Set<Waiting>();

  /**
   * Resolves to a function that ends the turn once it has come; to undefined for a call that waited too long,
   * was aborted, or is one too many.
   */
  async take(call: Call, given?: AbortSignal): Promise<(() => void) | undefined> {
    const isFirst = this.#waitingOf.of(ofKind(call)) === 0;
    if (isFirst && this.#hasRoom(call)) this.#running.add(namesOf(call), 1);
    else if (!(await this.#wait(call, given))) return undefined;
    const beganAt = performance.now();
    return () => {
      // More identical calls than a person's devices make rest as long as they work: a machine at home has two cores.
      // Even without a rest, requests of others are read before the next call begins.
      const isFlood = this.#waitingOf.of(ofKind(call)) > MOST_DEVICES;
      setTimeout(
        () => {
          this.#running.add(namesOf(call), -1);
          this.#next();
        },
        isFlood ? performance.now() - beganAt : 0,
      );
    };
  }

  #hasRoom(call: Call): boolean {
    const { ofAKind, ofAnAccount, ofAPeer, ofAll } = MOST_AT_ONCE;
    return (
      this.#running.of(ofKind(call)) < ofAKind &&
      this.#running.of(ofAccount(call)) < ofAnAccount &&
      (call.peer === undefined || this.#running.of(ofPeer(call)) < ofAPeer) &&
      this.#running.of(ALL) < ofAll
    );
  }

  async #wait(call: Call, given: AbortSignal | undefined): Promise<boolean> {
    const tooMany =
      this.#waitingOf.of(ofAccount(call)) >= MOST_WAITING.ofAnAccount ||
      (call.peer !== undefined && this.#waitingOf.of(ofPeer(call)) >= MOST_WAITING.ofAPeer);
    if (tooMany || given?.aborted) return false;
    const names = namesOf(call);
    this.#waitingOf.add(names, 1);
    return new Promise<boolean>((resolve) => {
      const giveUp = () => waiting.begin(false);
      const timer = setTimeout(giveUp, PATIENCE);
      const waiting: Waiting = {
        call,
        begin: (isTurn) => {
          clearTimeout(timer);
          given?.removeEventListener("abort", giveUp);
          this.#waiting.delete(waiting);
          this.#waitingOf.add(names, -1);
          resolve(isTurn);
        },
      };
      given?.addEventListener("abort", giveUp);
      this.#waiting.add(waiting);
    });
  }

  #next(): void {
    let next: Waiting | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const waiting of this.#waiting) {
      const running = this.#running.of(ofAccount(waiting.call));
      if (running >= least || !this.#hasRoom(waiting.call)) continue;
      next = waiting;
      least = running;
    }
    if (!next) return;
    this.#running.add(namesOf(next.call), 1);
    next.begin(true);
  }
}

/**
 * Makes each call wait for its turn before it takes a connection, or refuses it with the seconds until the next
 * try. Calls with an invalid token count for nobody, so that nobody uses up another's turns. Calls with the
 * secret key never wait.
 */
export function callsAtOnce(options: TokenOptions): MiddlewareHandler {
  const verify = tokenVerifier(options);
  const turns = new Turns();
  const callOf = (context: Context): Call => {
    const { pathname, search } = new URL(context.req.url);
    const peer = networkOf(peerBehindFront(context));
    return {
      account: userClaims(verify, context.req.header("Authorization"))?.sub ?? `nobody at ${peer}`,
      peer: isBehindFront(context) ? peer : undefined,
      kind: `${context.req.method} ${pathname}${search}`,
    };
  };
  return async (context, next) => {
    const { raw } = context.req;
    if (raw.method === "OPTIONS" || context.req.header("apikey") === options.secretKey) {
      return next();
    }
    const end = await turns.take(callOf(context), raw.signal);
    if (!end) return tooManyAtOnce(raw);
    try {
      await next();
    } finally {
      end();
    }
  };
}

/** Like a refusal of PostgREST; `details` are seconds, as in the database's own. */
async function tooManyAtOnce(request: Request): Promise<Response> {
  // With an unread body, the next request on this connection would be cut off.
  await request.arrayBuffer().catch(() => undefined);
  return Response.json(
    {
      ...{ code: "PT429", message: "Too many calls at once" },
      ...{ details: String(RETRY_AFTER), hint: null },
    },
    {
      status: 429,
      headers: { "Retry-After": String(RETRY_AFTER), "Access-Control-Allow-Origin": "*" },
    },
  );
}
