import type { HonoContext } from "@supabase/lite";
import type { Context, MiddlewareHandler } from "hono";
import type pg from "pg";
import type { VerifyToken } from "../realtime/tokens.ts";
import { claimsOf } from "./claims.ts";

/** How a request identifies its account. */
const ACCOUNTS = {
  address: "email = lower($1)",
  id: "id::text = $1",
  link: "$1 in (confirmation_token, recovery_token, email_change_token_new, email_change_token_current)",
  renewal: "id::text in (select user_id::text from auth.refresh_tokens where token = $1)",
} as const;

interface Named {
  by: keyof typeof ACCOUNTS;
  value: unknown;
}

/** Refuses blocked accounts (`banned_until`) like the platform's auth server; @supabase/lite lets them in. */
export function refuseBanned(
  pool: Pick<pg.Pool, "query">,
  verifyToken: VerifyToken,
): MiddlewareHandler<HonoContext> {
  return async (context, next) => {
    const named = await accountNamed(context, verifyToken);
    if (typeof named?.value !== "string" || named.value === "") return next();
    const { rowCount } = await pool.query(
      `select from auth.users where ${ACCOUNTS[named.by]} and banned_until > now()`,
      [named.value],
    );
    if (rowCount === 0) return next();
    const status = named.by === "address" || named.by === "renewal" ? 400 : 403;
    const msg = named.by === "renewal" ? "Invalid Refresh Token: User Banned" : "User is banned";
    const answer = { code: status, error_code: "user_banned", msg };
    return context.json(answer, status, { "X-Sb-Error-Code": "user_banned" });
  };
}

async function accountNamed(
  context: Context<HonoContext>,
  verifyToken: VerifyToken,
): Promise<Named | undefined> {
  const { path } = context.req;
  const body = (await context.req.json().catch(() => null)) ?? {};
  if (path === "/auth/v1/verify") return { by: "link", value: body.token_hash };
  if (path === "/auth/v1/token") {
    const isRenewal = context.req.query("grant_type") === "refresh_token";
    return isRenewal
      ? { by: "renewal", value: body.refresh_token }
      : { by: "address", value: body.email };
  }
  if (path !== "/auth/v1/user" && path !== "/auth/v1/logout") return undefined;
  return { by: "id", value: claimsOf(context, verifyToken)?.sub };
}
