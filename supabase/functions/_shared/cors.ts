export const corsHeaders = (origin: string | null): Record<string, string> => ({
  Vary: "Origin",
  ...(origin !== null && {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers":
      "authorization, apikey, content-type, x-client-info, x-made-ago, x-region, x-supabase-api-version",
    "Access-Control-Max-Age": "86400",
  }),
});

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Whether pages of that origin may call; other callers send none. Without a list, only pages served by this
 * machine may, which suits a local stack; a hosted project must set ALLOWED_ORIGINS.
 */
export function isAllowedOrigin(
  origin: string | null,
  allowedOrigins: readonly string[] | null,
): boolean {
  if (origin === null) return true;
  return allowedOrigins === null ? LOOPBACK.test(origin) : allowedOrigins.includes(origin);
}
