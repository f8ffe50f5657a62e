import type { HonoContext } from "@supabase/lite";
import type { Context, MiddlewareHandler } from "hono";
import type pg from "pg";
import type { Claims, VerifyToken } from "../realtime/tokens.ts";
import { claimsOf } from "./claims.ts";
import { hasHash } from "./password-hash.ts";
import type { ApiSettings } from "./settings.ts";

/** As the platform's auth server names the sign-in by a mailed link or code. */
const MAILED = "otp";

/** What bcrypt reads of a password. */
const MOST_BYTES = 72;

const refusals = {
  validation_failed: "Password cannot be longer than 72 characters",
  current_password_required: "Current password required when setting new password.",
  current_password_invalid: "Current password required when setting new password.",
} as const;

/**
 * What the platform's auth server does for a new password beyond @supabase/lite: it takes no more than
 * 72 bytes, asks for the current one (`require_current_password` of config.toml), except in a session
 * that began with a mailed link or code, because a stolen token alone changes none, and ends every
 * other session of the account.
 */
export function passwordChange(
  pool: Pick<pg.Pool, "query">,
  verifyToken: VerifyToken,
  settings: Pick<ApiSettings, "requireCurrentPassword" | "minimumPasswordLength">,
): MiddlewareHandler<HonoContext> {
  return async (context, next) => {
    const { method, path } = context.req;
    if (path === "/auth/v1/verify") {
      await next();
      return rememberMailed(pool, verifyToken, context);
    }
    if (method !== "PUT" || path !== "/auth/v1/user") return next();
    const { password, current_password: current } =
      (await context.req.json().catch(() => null)) ?? {};
    const claims = claimsOf(context, verifyToken);
    const isRefused =
      typeof password !== "string" || password.length < settings.minimumPasswordLength;
    // @supabase/lite refuses what is no password, or too short, before anything else is asked.
    if (isRefused || !claims) return next();
    const refusal =
      Buffer.byteLength(password) > MOST_BYTES
        ? "validation_failed"
        : settings.requireCurrentPassword && (await whyRefused(pool, claims, current));
    if (refusal) {
      const answer = { code: 400, error_code: refusal, msg: refusals[refusal] };
      return context.json(answer, 400, { "X-Sb-Error-Code": refusal });
    }
    await next();
    if (!context.res.ok) return;
    const { repo } = context.get("authService");
    const account = String(claims.sub);
    const own = claims.session_id ? String(claims.session_id) : undefined;
    await repo.deleteRefreshTokensForUser(account, own);
    await repo.deleteUserSessions(account, own);
  };
}

/** Marks the session that a mailed link or code has begun. */
async function rememberMailed(
  pool: Pick<pg.Pool, "query">,
  verifyToken: VerifyToken,
  context: Context<HonoContext>,
): Promise<void> {
  const token = context.res.ok
    ? (await context.res.clone().json()).access_token
    : new URLSearchParams(context.res.headers.get("location")?.split("#")[1]).get("access_token");
  if (!token) return;
  const session = verifyToken(token).session_id;
  await pool.query("update auth.sessions set tag = $1 where id = $2", [MAILED, session]);
}

async function whyRefused(
  pool: Pick<pg.Pool, "query">,
  claims: Claims,
  current: unknown,
): Promise<keyof typeof refusals | undefined> {
  const { rows } = await pool.query<{ hash: string | null; tag: string | null }>(
    `select encrypted_password as hash, tag from auth.users
       join auth.sessions on user_id = users.id and sessions.id::text = $2
     where users.id::text = $1`,
    [claims.sub, claims.session_id],
  );
  const [account] = rows;
  // @supabase/lite refuses a session that has ended.
  if (!account?.hash || account.tag === MAILED) return undefined;
  if (typeof current !== "string" || current === "") return "current_password_required";
  return (await hasHash(pool, current, account.hash)) ? undefined : "current_password_invalid";
}
