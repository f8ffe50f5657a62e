import type { HonoContext } from "@supabase/lite";
import { compare } from "bcryptjs";
import type { Context, MiddlewareHandler } from "hono";
import type pg from "pg";
import type { VerifyToken } from "../realtime/tokens.ts";

/** As the platform's auth server names the sign-in by a mailed link or code. */
const MAILED = "otp";

const messages = {
  current_password_required: "Current password required when setting new password.",
  current_password_invalid: "Current password required when setting new password.",
} as const;

/**
 * Asks for the current password before a new one is set (`require_current_password` of config.toml),
 * except in a session that began with a mailed link or code: a stolen token alone changes none. A new
 * address takes the same, because @supabase/lite can't have both mailboxes confirm it, and it leads
 * to a new password.
 */
export function requireCurrentPassword(
  pool: Pick<pg.Pool, "query">,
  verifyToken: VerifyToken,
): MiddlewareHandler<HonoContext> {
  return async (context, next) => {
    const { method, path } = context.req;
    if (path === "/auth/v1/verify") {
      await next();
      return rememberMailed(pool, verifyToken, context);
    }
    if (method !== "PUT" || path !== "/auth/v1/user") return next();
    const refusal = await whyRefused(pool, verifyToken, context);
    if (!refusal) return next();
    return context.json({ code: 400, error_code: refusal, msg: messages[refusal] }, 400, {
      "X-Sb-Error-Code": refusal,
    });
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
  verifyToken: VerifyToken,
  context: Context<HonoContext>,
): Promise<keyof typeof messages | undefined> {
  const body = await context.req.json().catch(() => null);
  const { password, email, current_password: current } = (body ?? {}) as Record<string, unknown>;
  const token = /^Bearer (\S+)$/.exec(context.req.header("Authorization") ?? "")?.[1];
  if ((!password && !email) || !token) return undefined;
  let claims: ReturnType<VerifyToken>;
  try {
    claims = verifyToken(token);
  } catch {
    // @supabase/lite refuses it, too.
    return undefined;
  }
  const { rows } = await pool.query<{ hash: string | null; tag: string | null }>(
    `select encrypted_password as hash, tag from auth.users
       left join auth.sessions on user_id = users.id and sessions.id::text = $2
     where users.id::text = $1`,
    [claims.sub, claims.session_id],
  );
  const [account] = rows;
  if (!account?.hash || account.tag === MAILED) return undefined;
  if (typeof current !== "string" || current === "") return "current_password_required";
  return (await compare(current, account.hash)) ? undefined : "current_password_invalid";
}
