import type { Context, MiddlewareHandler } from "hono";
import { networkOf, peerBehindFront } from "./peer.ts";

/** Mails that one peer of a site asks for. */
const MOST_IN_HOUR = 20;
const HOUR_MS = 3_600_000;

/** Limits the mails of Auth that one peer requests in an hour. Requests that Auth refuses don't count. */
export function mailLimit(): MiddlewareHandler {
  const times = new Map<string, number[]>();
  const recent = (peer: string) =>
    (times.get(peer) ?? []).filter((at) => at > Date.now() - HOUR_MS);
  setInterval(() => {
    for (const peer of times.keys()) if (recent(peer).length === 0) times.delete(peer);
  }, HOUR_MS).unref();
  return async (context, next) => {
    if (!(await asksForMail(context))) return next();
    const peer = networkOf(peerBehindFront(context));
    const [first = 0, ...others] = recent(peer);
    if (others.length + 1 >= MOST_IN_HOUR) {
      const seconds = Math.ceil((first + HOUR_MS - Date.now()) / 1000);
      return tooManyMails("email rate limit exceeded", seconds);
    }
    const own = Date.now();
    times.set(peer, [...recent(peer), own]);
    await next();
    if (context.res.status < 400) return;
    const counted = recent(peer);
    times.set(peer, counted.toSpliced(counted.indexOf(own), 1));
  };
}

async function asksForMail(context: Context): Promise<boolean> {
  const { method, path } = context.req;
  const asked = method === "POST" ? /\/(signup|recover|resend)$/ : /\/user$/;
  if (!["POST", "PUT"].includes(method) || !asked.test(path)) return false;
  const { email, data } = await bodyOf(context);
  // Each printed link lets one person in.
  const isLinked = typeof data === "object" && data !== null && "sign_up_link" in data;
  return typeof email === "string" && !isLinked;
}

/** The body of a call as an object; empty for anything else. */
export async function bodyOf(context: Context): Promise<Record<string, unknown>> {
  const body: unknown = await context.req.raw
    .clone()
    .json()
    .catch(() => null);
  return body !== null && typeof body === "object" ? (body as Record<string, unknown>) : {};
}

/** In the platform's words. */
export function tooManyMails(msg: string, seconds: number): Response {
  const code = "over_email_send_rate_limit";
  return Response.json(
    { code: 429, error_code: code, msg },
    { status: 429, headers: { "X-Sb-Error-Code": code, "Retry-After": String(seconds) } },
  );
}
