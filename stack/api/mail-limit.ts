import type { Context, MiddlewareHandler } from "hono";
import { type AttemptRule, Attempts } from "./attempt-limit.ts";
import { networkOf, peerBehindFront } from "./peer.ts";

/** Of a site, in seconds: a mail a minute to an address, whoever asks and whether there is an account. */
const TO_ADDRESS: AttemptRule = { free: 1, first: 60, longest: 60, memory: 60 };
/** And 20 an hour that one peer asks for. */
const MOST_IN_HOUR = 20;
const HOUR_MS = 3_600_000;

/** Bounds the mails of Auth that are asked for. What is refused by Auth itself is not counted. */
export function mailLimit(): MiddlewareHandler {
  const toAddresses = new Attempts(TO_ADDRESS);
  const byPeers = new Hourly(MOST_IN_HOUR);
  return async (context, next) => {
    const address = await mailedAddress(context);
    if (address === undefined) return next();
    const peer = networkOf(peerBehindFront(context));
    const hour = byPeers.begin(peer);
    if (hour > 0) return tooManyMails(hour, "email rate limit exceeded");
    const minute = toAddresses.begin(address);
    if (minute === 0) await next();
    else context.res = tooManyMails(minute);
    if (context.res.status < 400) return;
    byPeers.forgive(peer);
    if (minute === 0) toAddresses.forgive(address);
  };
}

/** Where a request wants a mail to go; undefined when it wants none. */
async function mailedAddress(context: Context): Promise<string | undefined> {
  const { method, path } = context.req;
  const isAsked =
    method === "POST" ? /^\/auth\/v1\/(signup|recover|resend)$/.test(path) : path.endsWith("/user");
  if (!isAsked || !["POST", "PUT"].includes(method)) return undefined;
  const body = await bodyOf(context);
  // Each of the printed links lets one person in.
  if (typeof body.data === "object" && body.data !== null && "sign_up_link" in body.data) {
    return undefined;
  }
  return typeof body.email === "string" ? body.email.trim().toLowerCase() : undefined;
}

/** The body of a call as an object; empty for anything else. */
export async function bodyOf(context: Context): Promise<Record<string, unknown>> {
  const body: unknown = await context.req.raw
    .clone()
    .json()
    .catch(() => null);
  return body !== null && typeof body === "object" ? (body as Record<string, unknown>) : {};
}

/** So many within any hour, by key. */
class Hourly {
  readonly #most: number;
  readonly #times = new Map<string, number[]>();

  constructor(most: number) {
    this.#most = most;
    setInterval(() => this.#clean(), HOUR_MS).unref();
  }

  /** Counts one; the seconds to wait, and not counted, when there were too many. */
  begin(key: string): number {
    const times = this.#recent(key);
    const [first = 0] = times;
    if (times.length >= this.#most) return Math.ceil((first + HOUR_MS - Date.now()) / 1000);
    this.#times.set(key, [...times, Date.now()]);
    return 0;
  }

  forgive(key: string): void {
    this.#times.set(key, this.#recent(key).slice(0, -1));
  }

  #recent(key: string): number[] {
    return (this.#times.get(key) ?? []).filter((at) => at > Date.now() - HOUR_MS);
  }

  #clean(): void {
    for (const key of this.#times.keys()) {
      if (this.#recent(key).length === 0) this.#times.delete(key);
    }
  }
}

/** In the platform's words: to an address a mail was just sent, or else. */
export function tooManyMails(
  seconds: number,
  msg = `For security purposes, you can only request this after ${seconds} seconds.`,
): Response {
  return Response.json(
    { code: 429, error_code: "over_email_send_rate_limit", msg },
    {
      status: 429,
      headers: {
        "X-Sb-Error-Code": "over_email_send_rate_limit",
        "Retry-After": String(seconds),
      },
    },
  );
}
