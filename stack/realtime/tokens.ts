import { createHmac, timingSafeEqual } from "node:crypto";
import { Rejection } from "./rejection.ts";

/** The claims of a verified token; `exp` in seconds since 1970. */
export interface Claims {
  readonly role: string;
  readonly exp: number;
  readonly sub?: string;
  readonly [claim: string]: unknown;
}

export interface TokenOptions {
  /** The secret that signs user tokens (HS256). */
  jwtSecret: string;
  /** `sb_publishable_…`: the role anon. */
  publishableKey: string;
  /** `sb_secret_…`: the role service_role. */
  secretKey: string;
}

/** A refused token. `brief` is the answer to a refused websocket upgrade. */
export class TokenRejection extends Rejection {
  readonly brief: string;

  constructor(code: string, message: string, brief = message) {
    super(code, message);
    this.brief = brief;
  }
}

export type VerifyToken = (token: string) => Claims;

/** API keys don't expire, but claims need a date (the year 2100). */
const KEY_EXPIRY = 4_102_444_800;

function parsePart(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    if (value !== null && typeof value === "object" && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Not JSON: no token either, so it is refused below.
  }
  throw new TokenRejection("MalformedJWT", "The token provided is not a valid JWT");
}

/** A token of these claims, as the auth server makes them. */
export function signToken(claims: Claims, { jwtSecret }: Pick<TokenOptions, "jwtSecret">): string {
  const parts = [{ alg: "HS256", typ: "JWT" }, claims];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  const signature = createHmac("sha256", jwtSecret).update(signed.join("."));
  return [...signed, signature.digest("base64url")].join(".");
}

/**
 * Makes the function that turns an API key or JWT into its claims.
 *
 * It throws a TokenRejection for a malformed token, a wrong signature, an expired token, one that is not valid
 * yet (`nbf`) and one without `role` or `exp`, checked in that order.
 */
export function tokenVerifier(options: TokenOptions): VerifyToken {
  return (token) => {
    if (token === options.publishableKey) return { role: "anon", exp: KEY_EXPIRY };
    if (token === options.secretKey) return { role: "service_role", exp: KEY_EXPIRY };

    const [header = "", body = "", signature = ""] = token.split(".");
    const { alg } = parsePart(header);
    const claims = parsePart(body);
    if (alg !== "HS256") {
      throw new TokenRejection(
        "JwtSignerError",
        "Failed to generate JWT signer, check your JWT secret",
      );
    }
    const expected = createHmac("sha256", options.jwtSecret).update(`${header}.${body}`).digest();
    const given = Buffer.from(signature, "base64url");
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new TokenRejection("JwtSignatureError", "Failed to validate JWT signature");
    }
    const now = Math.floor(Date.now() / 1000);
    if (typeof claims.exp === "number" && claims.exp <= now) {
      throw new TokenRejection(
        "InvalidJWTToken",
        `Token has expired ${now - Math.round(claims.exp)} seconds ago`,
        "Token has expired",
      );
    }
    if (typeof claims.nbf === "number" && claims.nbf > now) {
      throw new TokenRejection("InvalidJWTToken", "Token is not valid yet");
    }
    if (typeof claims.exp !== "number" || typeof claims.role !== "string") {
      throw new TokenRejection("InvalidJWTToken", "Fields `role` and `exp` are required in JWT");
    }
    return claims as Claims;
  };
}
