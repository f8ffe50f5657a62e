import type { MiddlewareHandler } from "hono";

/**
 * Serves requests of a kind one by one: hashing passwords keeps the process busy, and many at once would keep
 * everything else waiting. How many may wait is said before (calls-at-once.ts).
 */
export function oneByOne(isOfKind: (request: { url: string }) => boolean): MiddlewareHandler {
  let last: Promise<unknown> = Promise.resolve();
  return async (context, next) => {
    if (!isOfKind(context.req)) return next();
    const own = last.then(next);
    last = own.catch(() => undefined);
    await own;
  };
}

/** @param seconds after which to try again */
export function tooMany(seconds = 1): Response {
  return Response.json(
    { code: 429, error_code: "over_request_rate_limit", msg: "Request rate limit reached" },
    {
      status: 429,
      headers: { "X-Sb-Error-Code": "over_request_rate_limit", "Retry-After": String(seconds) },
    },
  );
}
