import type { HonoContext } from "@supabase/lite";
import type { MiddlewareHandler } from "hono";
import {
  type Claims,
  type TokenOptions,
  TokenRejection,
  tokenVerifier,
  type VerifyToken,
} from "../realtime/tokens.ts";

/** Whether the error is about a token with an unknown role. */
export const isNoRole = (code?: string, message?: string): boolean =>
  code === "22023" && /^role .* does not exist$/.test(message ?? "");

/** Seconds by which the issuer's clock may be ahead, as in PostgREST. */
const CLOCK_SKEW = 30;

/**
 * Like PostgREST, trusts a user's token until it expires; @supabase/lite would check the signature twice and
 * look up account and session for every request. Refusals have PostgREST's words.
 */
export function tokenAuth(options: TokenOptions): MiddlewareHandler<HonoContext> {
  const verify = tokenVerifier(options);
  return async (context, next) => {
    const claims = userClaims(verify, context.req.header("Authorization"));
    if (claims) {
      context.set("jwt", { ...claims });
      context.set("userId", claims.sub);
      context.set("sessionId", String(claims.session_id ?? "none"));
      // Checked already: @supabase/lite uses the three values above.
      context.set("ignoreAuthorization", true);
    }
    const refusal = claims ? undefined : whyRefused(verify, context.req.header("Authorization"));
    if (refusal) return refused(refusal);
    await next();
    if (context.res.status === 400) {
      const body = await context.res.clone().json();
      if (isNoRole(body.code, body.message)) context.res = Response.json(body, { status: 401 });
    }
    if (context.res.status === 401) context.header("WWW-Authenticate", "Bearer");
  };
}

type Refusal = readonly [code: string, message: string, details?: string];

function refused([code, message, details]: Refusal): Response {
  return Response.json(
    { code, message, details: details ?? null, hint: null },
    {
      status: 401,
      headers: {
        "WWW-Authenticate": `Bearer error="invalid_token", error_description="${message}"`,
      },
    },
  );
}

const NO_CRYPTO: Refusal = ["PGRST301", "JWT cryptographic operation failed"];

/** PostgREST's reason for refusing a token; undefined for an API key, no token, or one left to @supabase/lite. */
function whyRefused(verify: VerifyToken, header: string | undefined): Refusal | undefined {
  const [isBearer, token = ""] = /^bearer(?:\s+(.*))?$/i.exec(header ?? "") ?? [];
  if (isBearer === undefined || token.startsWith("sb_")) return undefined;
  if (token === "") return ["PGRST301", "Empty JWT is sent in Authorization header"];
  const parts = token.split(".").length;
  if (parts !== 3) return ["PGRST301", `Expected 3 parts in JWT; got ${parts}`];
  try {
    const { iat } = verify(token);
    return isAhead(iat) ? ["PGRST303", "JWT issued at future"] : undefined;
  } catch (error) {
    if (!(error instanceof TokenRejection)) throw error;
    if (error.code === "JwtSignerError") return algorithmRefusal(token);
    if (error.code !== "InvalidJWTToken") return NO_CRYPTO;
    if (error.brief === "Token has expired") return ["PGRST303", "JWT expired"];
    return error.brief === "Token is not valid yet" ? ["PGRST303", "JWT not yet valid"] : undefined;
  }
}

const algorithmRefusal = (token: string): Refusal =>
  /"alg":\s*"none"/i.test(Buffer.from(token.split(".")[0] ?? "", "base64url").toString())
    ? [
        ...(["PGRST301", "Wrong or unsupported encoding algorithm"] as const),
        "JWT is unsecured but expected 'alg' was not 'none'",
      ]
    : [
        ...(["PGRST301", "No suitable key or wrong key type"] as const),
        "No suitable key was found to decode the JWT",
      ];

const isAhead = (instant: unknown) => Number(instant ?? 0) > Date.now() / 1000 + CLOCK_SKEW;

/** The claims of a person's valid token. */
export function userClaims(verify: VerifyToken, header: string | null | undefined): Claims | null {
  const token = header?.match(/^Bearer (\S+)$/)?.[1];
  // A key, or a token that only a function knows.
  if (!token?.includes(".")) return null;
  try {
    const claims = verify(token);
    return claims.sub && !isAhead(claims.iat) ? claims : null;
  } catch {
    return null;
  }
}
