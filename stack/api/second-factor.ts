import { randomBytes, randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type pg from "pg";
import { renderSVG } from "uqr";
import {
  type Claims,
  type TokenOptions,
  tokenVerifier,
  type VerifyToken,
} from "../realtime/tokens.ts";
import { claimsOf } from "./claims.ts";
import { bodyOf } from "./mail-limit.ts";
import type { ApiSettings } from "./settings.ts";
import { addressOf, newSecret, stepOf } from "./totp.ts";

type Pool = Pick<pg.Pool, "query">;

interface SecondFactorOptions extends TokenOptions {
  readonly pool: Pool;
  readonly settings: Pick<ApiSettings, "mfa" | "siteUrl">;
  /** Answers as a sign-in, with the session of a refresh token. */
  readonly renew: (refreshToken: string) => Promise<Response>;
}

interface Caller {
  readonly id: string;
  readonly email: string;
  readonly session: string;
  /** Whether the account has a factor whose code the session hasn't given. */
  readonly awaitsCode: boolean;
}

interface Factor {
  readonly id: string;
  readonly name: string;
  readonly isVerified: boolean;
  readonly secret: string;
}

/** Seconds for which a challenge can be answered, and a factor be verified before another enrolment. */
const LIFE = 300;

/**
 * SQL: whether an account has no factor, or its code was given.
 * @param account a column with its table's name
 * @param aal of the session's token
 */
export const isThrough = (account: string, aal: string): string =>
  `(${aal} is not distinct from 'aal2' or not exists (
    select from auth.mfa_factors where user_id = ${account} and status = 'verified'
  ))`;

const CALLER = `
  select users.id, email, sessions.id as session, not ${isThrough("users.id", "$3")} as "awaitsCode"
  from auth.users join auth.sessions on sessions.user_id = users.id
  where users.id::text = $1 and sessions.id::text = $2`;

const FACTORS = `
  select id, coalesce(friendly_name, '') as name, status = 'verified' as "isVerified", secret
  from auth.mfa_factors where user_id = $1`;

const FORGET_BEGUN = `
  delete from auth.mfa_factors
  where user_id = $1 and status <> 'verified' and created_at < now() - make_interval(secs => ${LIFE})`;

const ENROL = `
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
  values ($1, $2, $3, 'totp', 'unverified', $4)`;

const IS_OPEN = `
  select verified_at is null and created_at >= now() - make_interval(secs => ${LIFE}) as "isOpen"
  from auth.mfa_challenges where factor_id = $1 and id::text = $2`;

const CHALLENGE = `
  with old as (
    delete from auth.mfa_challenges
    where factor_id = $1 and created_at < now() - make_interval(secs => ${2 * LIFE})
  ), told as (
    update auth.mfa_factors set last_challenged_at = now() where id = $1
  )
  insert into auth.mfa_challenges (id, factor_id) values ($2, $1)
  returning extract(epoch from created_at)::integer + ${LIFE} as ends`;

/** Takes a code once, by its step: with it the session is through, and others that aren't end. */
const PASS = `
  with used as (
    update auth.mfa_factors set last_step = $2, status = 'verified', updated_at = now()
    where id = $1 and last_step < $2 returning id, user_id
  ), answered as (
    update auth.mfa_challenges set verified_at = now() where id = $3 and exists (select from used)
  ), raised as (
    update auth.sessions set aal = 'aal2', factor_id = $1 where id = $4 and exists (select from used)
  ), told as (
    insert into auth.mfa_amr_claims (session_id, authentication_method) select $4, 'totp' from used
    on conflict (session_id, authentication_method) do update set updated_at = now()
  ), ended as (
    delete from auth.sessions
    where user_id in (select user_id from used) and id <> $4 and aal is distinct from 'aal2'
  ), begun as (
    delete from auth.mfa_factors
    where user_id in (select user_id from used) and id <> $1 and status <> 'verified'
  ), older as (
    delete from auth.refresh_tokens where session_id = $4 and exists (select from used)
  )
  insert into auth.refresh_tokens (id, token, user_id, session_id, revoked, created_at, updated_at)
  select $5, $6, user_id, $4, false, now(), now() from used`;

const REMOVE = `
  with removed as (
    delete from auth.mfa_factors where id = $1
  ), lowered as (
    update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1 returning id
  )
  delete from auth.mfa_amr_claims
  where session_id in (select id from lowered) and authentication_method = 'totp'`;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A refusal in the platform's words. */
function refusal(status: 400 | 401 | 403 | 404 | 422, code: string, msg: string): HTTPException {
  const headers = { "X-Sb-Error-Code": code };
  const res = Response.json({ code: status, error_code: code, msg }, { status, headers });
  return new HTTPException(status, { res });
}

/** Who asks, and about which factor. All throw HTTPException to refuse. */
function reader(pool: Pool, verifyToken: VerifyToken) {
  async function find({ sub, session_id: session, aal }: Claims): Promise<Caller | undefined> {
    return (await pool.query<Caller>(CALLER, [sub, session, aal])).rows[0];
  }

  async function callerOf(context: Context): Promise<Caller> {
    const claims = claimsOf(context, verifyToken);
    if (!claims?.sub) {
      throw refusal(401, "no_authorization", "This endpoint requires a valid Bearer token");
    }
    const caller = await find(claims);
    if (caller) return caller;
    const msg = "Session from session_id claim in JWT does not exist";
    throw refusal(403, "session_not_found", msg);
  }

  async function factorOf(context: Context, { id }: Caller): Promise<Factor> {
    const given = context.req.param("factor") ?? "";
    if (!UUID.test(given)) throw refusal(404, "validation_failed", "factor_id must be an UUID");
    const [factor] = (await pool.query<Factor>(`${FACTORS} and id = $2`, [id, given])).rows;
    if (factor) return factor;
    throw refusal(404, "mfa_factor_not_found", "Factor not found");
  }

  /** Whether the account may have another factor of this name. */
  async function checkNew({ id, awaitsCode }: Caller, name: string, most: number): Promise<void> {
    await pool.query(FORGET_BEGUN, [id]);
    const factors = (await pool.query<Factor>(FACTORS, [id])).rows;
    if (factors.some((factor) => factor.name === name)) {
      const msg = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
      throw refusal(422, "mfa_factor_name_conflict", msg);
    }
    if (factors.length >= most) {
      const msg = "Maximum number of verified factors reached, unenroll to continue";
      throw refusal(422, "too_many_enrolled_mfa_factors", msg);
    }
    if (awaitsCode) throw refusal(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }

  /** Whether a challenge is the factor's and can be answered. */
  async function checkChallenge({ id }: Factor, challenge: string): Promise<void> {
    const [asked] = (await pool.query<{ isOpen: boolean }>(IS_OPEN, [id, challenge])).rows;
    if (!asked) {
      const msg = "MFA factor with the provided challenge ID not found";
      throw refusal(422, "mfa_factor_not_found", msg);
    }
    if (!asked.isOpen) {
      const msg = `MFA challenge ${challenge} has expired, verify against another challenge or create a new challenge.`;
      throw refusal(422, "mfa_challenge_expired", msg);
    }
  }

  return { find, callerOf, factorOf, checkNew, checkChallenge };
}

/**
 * The auth server's second factor, which @supabase/lite lacks: TOTP factors are enrolled, challenged, verified and
 * unenrolled below `/factors`, and an account that has one takes a new password or address from no session without
 * its code. Beyond the platform, a code counts once.
 */
export function secondFactor({ pool, settings, renew, ...options }: SecondFactorOptions): Hono {
  const verifyToken = tokenVerifier(options);
  const { find, callerOf, factorOf, checkNew, checkChallenge } = reader(pool, verifyToken);
  const { mfa, siteUrl } = settings;
  const app = new Hono();

  app.post("/auth/v1/factors", async (context) => {
    const caller = await callerOf(context);
    const { factor_type: type, friendly_name: given, issuer } = await bodyOf(context);
    if (type !== "totp") throw refusal(400, "validation_failed", "factor_type needs to be totp");
    if (!mfa.totp.enroll_enabled) {
      throw refusal(422, "mfa_totp_enroll_not_enabled", "MFA enroll is disabled for TOTP");
    }
    const name = textOf(given);
    await checkNew(caller, name, mfa.max_enrolled_factors);
    const [id, secret] = [randomUUID(), newSecret()];
    await pool.query(ENROL, [id, caller.id, name, secret]);
    const uri = addressOf(secret, textOf(issuer) || new URL(siteUrl).host, caller.email);
    const totp = { qr_code: renderSVG(uri), secret, uri };
    return context.json({ id, type, friendly_name: name, totp });
  });

  app.post("/auth/v1/factors/:factor/challenge", async (context) => {
    const factor = await factorOf(context, await callerOf(context));
    const id = randomUUID();
    const { rows } = await pool.query<{ ends: number }>(CHALLENGE, [factor.id, id]);
    return context.json({ id, type: "totp", expires_at: rows[0]?.ends });
  });

  app.post("/auth/v1/factors/:factor/verify", async (context) => {
    const caller = await callerOf(context);
    const factor = await factorOf(context, caller);
    const { challenge_id: challenge, code } = await bodyOf(context);
    if (textOf(code) === "") {
      throw refusal(400, "validation_failed", "Code needs to be non-empty");
    }
    if (!mfa.totp.verify_enabled) {
      throw refusal(422, "mfa_totp_verify_not_enabled", "MFA verification is disabled for TOTP");
    }
    // One that was begun beside another's first code would be a way around that.
    if (!factor.isVerified && caller.awaitsCode) {
      throw refusal(403, "insufficient_aal", "AAL2 required to enroll a new factor");
    }
    await checkChallenge(factor, textOf(challenge));
    const step = stepOf(factor.secret, textOf(code), Date.now());
    const fresh = randomBytes(16).toString("hex");
    const passed =
      step !== undefined &&
      (await pool.query(PASS, [factor.id, step, challenge, caller.session, randomUUID(), fresh]));
    if (passed && passed.rowCount === 1) return renew(fresh);
    throw refusal(422, "mfa_verification_failed", "Invalid TOTP code entered");
  });

  app.delete("/auth/v1/factors/:factor", async (context) => {
    const caller = await callerOf(context);
    const factor = await factorOf(context, caller);
    if (factor.isVerified && caller.awaitsCode) {
      throw refusal(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    await pool.query(REMOVE, [factor.id]);
    return context.json({ id: factor.id });
  });

  app.put("/auth/v1/user", async (context, next) => {
    const { password, email } = await bodyOf(context);
    const claims = password || email ? claimsOf(context, verifyToken) : undefined;
    if (claims && (await find(claims))?.awaitsCode) {
      const msg = "AAL2 session is required to update email or password when MFA is enabled.";
      throw refusal(401, "insufficient_aal", msg);
    }
    await next();
  });
  return app;
}

const textOf = (given: unknown): string => (typeof given === "string" ? given : "");
