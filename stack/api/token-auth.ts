import type { HonoContext } from "@supabase/lite";
import type { MiddlewareHandler } from "hono";
import {
  type Claims,
  type TokenOptions,
  tokenVerifier,
  type VerifyToken,
} from "../realtime/tokens.ts";

/** Seconds by which the clock of who issued a token may be ahead, as PostgREST has it. */
const CLOCK_SKEW = 30;

/**
 * Like PostgREST, trusts a user's token until it expires; @supabase/lite would check the signature
 * twice and look up account and session for every request. A token that is not accepted here goes
 * to @supabase/lite, whose refusals match PostgREST's.
 */
export function tokenAuth(options: TokenOptions): MiddlewareHandler<HonoContext> {
  const verify = tokenVerifier(options);
  return async (context, next) => {
    const claims = userClaims(verify, context.req.header("Authorization"));
    if (claims) {
      context.set("jwt", { ...claims });
      context.set("userId", claims.sub);
      context.set("sessionId", String(claims.session_id ?? "none"));
      // It has been read: @supabase/lite goes by the three above.
      context.set("ignoreAuthorization", true);
    }
    await next();
  };
}

/** The claims of a person's token that is accepted. */
export function userClaims(verify: VerifyToken, header: string | null | undefined): Claims | null {
  const token = header?.match(/^Bearer (\S+)$/)?.[1];
  if (!token || token.startsWith("sb_")) return null;
  try {
    const claims = verify(token);
    const isFromTheFuture = Number(claims.iat ?? 0) > Date.now() / 1000 + CLOCK_SKEW;
    return claims.sub && !isFromTheFuture ? claims : null;
  } catch {
    return null;
  }
}
