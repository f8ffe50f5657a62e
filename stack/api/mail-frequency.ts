import { randomUUID } from "node:crypto";
import type { HonoContext } from "@supabase/lite";
import type { Context, MiddlewareHandler } from "hono";
import type { VerifyToken } from "../realtime/tokens.ts";
import { claimsOf } from "./claims.ts";
import { spendAHash } from "./sign-in.ts";

/** Makes @supabase/lite answer requests about existing accounts as the platform does. */

/** The account of an address as @supabase/lite stores it. */
type Account = NonNullable<
  Awaited<ReturnType<HonoContext["Variables"]["authService"]["repo"]["findUserByEmail"]>>
>;

export interface MailFrequencyOptions {
  /** Seconds between two mails of a kind to one account. */
  maxFrequencySeconds: number;
  /** Asks for the mail that confirms an address once more; `search` is the URL's of the sign-up. */
  resend: (email: string, search: string) => Promise<Response>;
  verifyToken: VerifyToken;
}

/**
 * Limits mails of one kind to one account, no matter who asks for them. A sign-up with an existing
 * account's address is answered as any other, without a mail, so that it does not reveal the
 * account.
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

/** Seconds; 0 when no other address is asked for, or @supabase/lite will refuse it. */
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

/** @supabase/lite's refusal of a sign-up that is valid except that the account exists. */
async function signUp(
  context: Context<HonoContext>,
  next: () => Promise<void>,
  { maxFrequencySeconds, resend }: MailFrequencyOptions,
): Promise<Response | undefined> {
  const { email, password, data } = await inputOf(context);
  await next();
  if (context.res.status !== 429) return;
  const account = await accountOf(context, email);
  if (!account) return;
  // A new account's password would have been hashed.
  await spendAHash(String(password));
  if (!account.confirmed_at) {
    const wait = secondsToWait(account.confirmation_sent_at, maxFrequencySeconds);
    const { search } = new URL(context.req.url);
    const answer = wait > 0 ? tooSoon(wait) : await resend(String(email), search);
    if (!answer.ok) return replace(context, answer);
  }
  replace(context, Response.json(madeUpUser(String(email), data)));
}

function replace(context: Context, answer: Response): undefined {
  // Otherwise the first answer's headers would stay.
  context.res = undefined;
  context.res = answer;
}

/** The fake user that the platform's auth server answers with. */
function madeUpUser(email: string, metadata: unknown) {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    aud: "authenticated",
    role: "",
    email: email.toLowerCase(),
    phone: "",
    confirmation_sent_at: now,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: metadata ?? {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
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

function tooSoon(seconds: number): Response {
  return Response.json(
    {
      code: 429,
      error_code: "over_email_send_rate_limit",
      msg: `For security purposes, you can only request this after ${seconds} seconds.`,
    },
    { status: 429, headers: { "X-Sb-Error-Code": "over_email_send_rate_limit" } },
  );
}
