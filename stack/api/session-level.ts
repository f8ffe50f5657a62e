import type { HonoContext } from "@supabase/lite";
import type { Context, MiddlewareHandler } from "hono";
import type pg from "pg";
import { signToken, type TokenOptions, tokenVerifier } from "../realtime/tokens.ts";

/** The platform's name for a sign-in by a mailed link or code. */
export const MAILED = "otp";

const LEVEL = `
  select aal, (
    select coalesce(json_agg(json_build_object(
      'method', authentication_method, 'timestamp', extract(epoch from updated_at)::integer
    ) order by updated_at desc), '[]')
    from auth.mfa_amr_claims where session_id = sessions.id
  ) as amr
  from auth.sessions where id = $1`;

const NOTE = `
  insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $2)
  on conflict do nothing`;

const FACTORS = `
  select id, created_at, updated_at, status, friendly_name, factor_type, last_challenged_at
  from auth.mfa_factors where user_id = $1 order by created_at, id`;

/** How a call signs in; undefined for one that doesn't, such as a renewal. */
function methodOf({ req }: Context): string | undefined {
  if (req.path === "/auth/v1/verify") return MAILED;
  if (req.path === "/auth/v1/signup") return "password";
  const grants: Record<string, string> = { password: "password", pkce: "oauth" };
  return req.path === "/auth/v1/token" ? grants[req.query("grant_type") ?? ""] : undefined;
}

/**
 * Adds what the platform says and @supabase/lite doesn't: by what a session was opened and how far (`amr`, `aal`), in
 * its tokens, and an account's second factors.
 */
export function sessionLevel(
  pool: Pick<pg.Pool, "query">,
  options: TokenOptions,
): MiddlewareHandler<HonoContext> {
  const verify = tokenVerifier(options);
  const levelled = async (context: Context, token: string) => {
    const claims = verify(token);
    const method = methodOf(context);
    if (method) await pool.query(NOTE, [claims.session_id, method]);
    const [level] = (await pool.query(LEVEL, [claims.session_id])).rows;
    return signToken({ ...claims, ...level }, options);
  };
  return async (context, next) => {
    await next();
    const location = context.res.headers.get("location");
    const [, sent] = /[#&]access_token=([^&]+)/.exec(location ?? "") ?? [];
    if (location && sent) {
      context.header("location", location.replace(sent, await levelled(context, sent)));
    }
    const isJson = context.res.headers.get("content-type")?.startsWith("application/json");
    if (!context.res.ok || !isJson) return;
    const answer = await context.res.clone().json();
    const user = context.req.path === "/auth/v1/user" ? answer : answer.user;
    if (!user?.id) return;
    const { rows } = await pool.query(FACTORS, [user.id]);
    if (rows.length > 0) user.factors = rows;
    if (answer.access_token) answer.access_token = await levelled(context, answer.access_token);
    context.res = Response.json(answer, context.res);
  };
}
