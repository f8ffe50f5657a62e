import type { HonoContext } from "@supabase/lite";
import type { Context, MiddlewareHandler } from "hono";
import type pg from "pg";
import type { VerifyToken } from "../realtime/tokens.ts";
import { madeUpUser } from "./answer-first.ts";
import { claimsOf } from "./claims.ts";
import { tooManyMails } from "./mail-limit.ts";
import type { MailTimes } from "./mail-times.ts";
import { spendAHash } from "./sign-in.ts";
import type { SignUps } from "./sign-up.ts";

/** Makes @supabase/lite answer requests about existing accounts as the platform does. */

/** The account of an address as @supabase/lite stores it. */
type Account = NonNullable<
  Awaited<ReturnType<HonoContext["Variables"]["authService"]["repo"]["findUserByEmail"]>>
>;

export interface MailFrequencyOptions {
  /** Seconds between two mails of a kind to one account. */
  maxFrequencySeconds: number;
  /** Signs up again; `search` is the URL's of the sign-up. */
  signUpAgain: (body: object, search: string) => Promise<Response>;
  pool: Pick<pg.Pool, "query">;
  /**
   * For a site, where a sign-up too soon after a mail is accepted without another: the link of that mail then
   * confirms this one. Elsewhere it is refused, as on the platform.
   */
  times?: MailTimes | undefined;
  /** Whether an unconfirmed account is in use, so that a sign-up with its address must not replace it. */
  isLetIn?: SignUps["isLetIn"] | undefined;
  verifyToken: VerifyToken;
}

/**
 * Limits mails of one kind to one account, whoever asks for them. A sign-up with an existing account's address
 * is answered like any other, without a mail, so that it does not reveal the account; an unconfirmed account
 * begins anew.
 */
export function mailFrequency(options: MailFrequencyOptions): MiddlewareHandler<HonoContext> {
  return async (context, next) => {
    const call = context.req.path.split("/").at(-1);
    if (context.req.method === "PUT" && call === "user") {
      const wait = await waitToChangeAddress(context, options);
      return wait > 0 ? tooSoon(wait) : next();
    }
    if (context.req.method !== "POST") return next();
    if (call === "signup") return signUp(context, next, options);
    const sentAt = (account: Account) =>
      call === "recover" ? account.recovery_sent_at : account.confirmation_sent_at;
    if (call !== "recover" && call !== "resend") return next();
    const { email, type } = await inputOf(context);
    const account = await accountOf(context, email);
    const isAsked = call === "recover" || (type === "signup" && !account?.confirmed_at);
    if (!account || !isAsked) return next();
    const wait = secondsToWait(sentAt(account), options.maxFrequencySeconds);
    return wait > 0 ? tooSoon(wait) : next();
  };
}

/** Seconds; 0 without a new address, or if @supabase/lite will refuse it. */
async function waitToChangeAddress(
  context: Context<HonoContext>,
  { maxFrequencySeconds, verifyToken }: MailFrequencyOptions,
): Promise<number> {
  const { email } = await inputOf(context);
  const id = claimsOf(context, verifyToken)?.sub;
  if (typeof email !== "string" || !id) return 0;
  const account = await context.get("authService").repo.findUserById(id);
  if (!account || account.email === email.toLowerCase()) return 0;
  return secondsToWait(account.email_change_sent_at, maxFrequencySeconds);
}

/** @supabase/lite's statuses for a sign-up that is valid except that the account exists: with mails, and without. */
const EXISTS = [429, 422];

/** Answers such a sign-up like any other. */
async function signUp(
  context: Context<HonoContext>,
  next: () => Promise<void>,
  options: MailFrequencyOptions,
): Promise<Response | undefined> {
  const body = await inputOf(context);
  const { email, password, data } = body;
  await next();
  const code = context.res.headers.get("x-sb-error-code");
  if (!EXISTS.includes(context.res.status) || code === "weak_password") return;
  const account = await accountOf(context, email);
  if (!account || (context.res.status === 422 && account.confirmed_at)) return;
  const isBlocked = Date.parse(account.banned_until ?? "") > Date.now();
  const isInUse = account.confirmed_at || (await options.isLetIn?.(account.id));
  if (!isInUse && !isBlocked) {
    const { times, maxFrequencySeconds } = options;
    const wait = secondsToWait(account.confirmation_sent_at, maxFrequencySeconds);
    if (wait > 0 && !times) return replace(context, tooSoon(wait));
    const isQuiet = wait > 0 || times?.wasMailed(account.email ?? "") === true;
    return replace(context, await beginAnew(context, account, body, isQuiet, options));
  }
  // A new account's password would have been hashed.
  await spendAHash(String(password));
  replace(context, Response.json(madeUpUser(String(email), data)));
}

/**
 * Nobody has confirmed the address yet: the latest sign-up counts, and earlier links end, except one in a mail
 * that was just sent.
 */
async function beginAnew(
  context: Context,
  { id, email, confirmation_token: token, confirmation_sent_at: sentAt }: Account,
  body: object,
  isQuiet: boolean,
  { pool, signUpAgain, times }: MailFrequencyOptions,
): Promise<Response> {
  await pool.query("delete from auth.users where id = $1 and email_confirmed_at is null", [id]);
  const again = () => signUpAgain(body, new URL(context.req.url).search);
  if (!isQuiet || !times || !token) return again();
  const answer = await times.quietly(again);
  await pool.query(
    `update auth.users set confirmation_token = $2, confirmation_sent_at = $3
     where email = $1 and email_confirmed_at is null`,
    [email, token, sentAt],
  );
  return answer;
}

function replace(context: Context, answer: Response): undefined {
  // Otherwise the first answer's headers would stay.
  context.res = undefined;
  context.res = answer;
}

/** The body of a call; undefined when @supabase/lite will refuse it. */
async function inputOf(context: Context): Promise<Record<string, unknown>> {
  const body: unknown = await context.req.json().catch(() => null);
  return body !== null && typeof body === "object" ? (body as Record<string, unknown>) : {};
}

async function accountOf(context: Context<HonoContext>, email: unknown): Promise<Account | null> {
  if (typeof email !== "string") return null;
  return context.get("authService").repo.findUserByEmail(email);
}

function secondsToWait(sentAt: string | null | undefined, maxFrequencySeconds: number): number {
  if (!sentAt) return 0;
  const passed = (Date.now() - Date.parse(sentAt)) / 1000;
  return Math.max(0, Math.ceil(maxFrequencySeconds - passed));
}

/** A mail was just sent to the address; in the platform's words. */
const tooSoon = (seconds: number) =>
  tooManyMails(
    `For security purposes, you can only request this after ${seconds} seconds.`,
    seconds,
  );
