import type { MiddlewareHandler } from "hono";

/**
 * Serves requests of a kind one by one: hashing passwords keeps the process busy, and many at once would keep
 * everything else waiting.
 * @param most how many may wait; more get "too many requests"
 */
export function oneByOne(
  isOfKind: (request: { url: string }) => boolean,
  most = 50,
): MiddlewareHandler {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (context, next) => {
    if (!isOfKind(context.req)) return next();
    if (waiting >= most) return tooMany();
    waiting += 1;
    const own = last.then(next).finally(() => {
      waiting -= 1;
    });
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
