import type { Context } from "hono";
import type { Claims, VerifyToken } from "../realtime/tokens.ts";

/** The claims of a request's token; undefined for one that @supabase/lite refuses. */
export function claimsOf(context: Context, verifyToken: VerifyToken): Claims | undefined {
  const token = /^Bearer (\S+)$/.exec(context.req.header("Authorization") ?? "")?.[1];
  try {
    return token ? verifyToken(token) : undefined;
  } catch {
    return undefined;
  }
}
