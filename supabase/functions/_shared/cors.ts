/** What a browser needs to know before a page may read an answer. */
export function corsHeaders(origin: string | null): Headers {
  const headers = new Headers({ Vary: "Origin" });
  if (origin !== null) {
    headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Access-Control-Allow-Methods", "POST");
    headers.set(
      "Access-Control-Allow-Headers",
      "authorization, apikey, content-type, x-client-info, x-region, x-supabase-api-version",
    );
    headers.set("Access-Control-Max-Age", "86400");
  }
  return headers;
}

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Whether a page of that origin may call. A caller that is no browser page sends none. Without a
 * list, pages served by this machine may: the right answer for a local stack, and for a hosted one
 * it means that ALLOWED_ORIGINS must name the site.
 */
export function isAllowedOrigin(
  origin: string | null,
  allowedOrigins: readonly string[] | null,
): boolean {
  if (origin === null) return true;
  return allowedOrigins === null ? LOOPBACK.test(origin) : allowedOrigins.includes(origin);
}
