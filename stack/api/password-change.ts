import type { HonoContext } from "@supabase/lite";
import type { MiddlewareHandler } from "hono";
import type pg from "pg";
import type { Claims, VerifyToken } from "../realtime/tokens.ts";
import { claimsOf } from "./claims.ts";
import { hasHash } from "./password-hash.ts";
import { MAILED } from "./session-level.ts";
import type { ApiSettings } from "./settings.ts";

/** The longest password that bcrypt reads. */
const MOST_BYTES = 72;

const refusals = {
  validation_failed: "Password cannot be longer than 72 characters",
  current_password_required: "Current password required when setting new password.",
  current_password_invalid: "Current password required when setting new password.",
} as const;

/**
 * Adds the platform's rules for a new password that @supabase/lite lacks: at most 72 bytes; the current one is
 * required (`require_current_password` of config.toml), as a stolen token must not be enough, except in a
 * session that began with a mailed link or code; and every other session of the account ends.
 */
export function passwordChange(
  pool: Pick<pg.Pool, "query">,
  verifyToken: VerifyToken,
  settings: Pick<ApiSettings, "requireCurrentPassword" | "minimumPasswordLength">,
): MiddlewareHandler<HonoContext> {
  return async (context, next) => {
    const { method, path } = context.req;
    if (method !== "PUT" || path !== "/auth/v1/user") return next();
    const { password, current_password: current } =
      (await context.req.json().catch(() => null)) ?? {};
    const claims = claimsOf(context, verifyToken);
    const isRefused =
      typeof password !== "string" || password.length < settings.minimumPasswordLength;
    // @supabase/lite refuses missing and short passwords first.
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

async function whyRefused(
  pool: Pick<pg.Pool, "query">,
  claims: Claims,
  current: unknown,
): Promise<keyof typeof refusals | undefined> {
  const { rows } = await pool.query<{ hash: string | null; isMailed: boolean }>(
    `select encrypted_password as hash, exists (
         select from auth.mfa_amr_claims where session_id = sessions.id and authentication_method = '${MAILED}'
       ) as "isMailed"
     from auth.users join auth.sessions on user_id = users.id and sessions.id::text = $2
     where users.id::text = $1`,
    [claims.sub, claims.session_id],
  );
  const [account] = rows;
  // @supabase/lite refuses an ended session.
  if (!account || account.isMailed) return undefined;
  // An account without a password gets its first one by its mailbox.
  if (!account.hash) return "current_password_required";
  if (typeof current !== "string" || current === "") return "current_password_required";
  return (await hasHash(pool, current, account.hash)) ? undefined : "current_password_invalid";
}
