import { randomUUID } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { bodyOf } from "./mail-limit.ts";
import { tooMany } from "./one-by-one.ts";
import type { ApiSettings } from "./settings.ts";

export interface AnswerFirstOptions
  extends Pick<ApiSettings, "minimumPasswordLength" | "passwordRequirements"> {
  /** Whether an address may make an account; undefined: each may. */
  readonly mayBegin?: ((address: string) => Promise<boolean>) | undefined;
  /** Does what was asked for. */
  readonly ask: (request: Request) => Response | Promise<Response>;
  /** As much work as a sign-up. */
  readonly spendAHash: (password: string) => Promise<void>;
  /** Whether the mail server takes none for now. */
  readonly isMailDown: () => boolean;
  /** Whether a mail went to an address in the last minute: then no other does, and its link goes on working. */
  readonly wasMailed: (address: string) => boolean;
}

/** How many may wait; more are refused as too many. */
const MOST_WAITING = 50;

/** What @supabase/lite takes for an address, and for a password in characters. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const LONGEST = 72;

/**
 * Answers a sign-up, and whoever asks for a mail, before anything is done: neither the answer nor its time tells whose
 * address it is, whether it is invited or has an account. What follows is as much work for each address. What is no
 * address or no password is handed on, and refused by Auth before it looks at any account.
 */
export function answerFirst(options: AnswerFirstOptions): MiddlewareHandler {
  const { mayBegin = async () => true, ask, spendAHash, isMailDown, wasMailed } = options;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const later = (work: () => Promise<unknown>) => {
    waiting += 1;
    last = last
      .then(work)
      .catch((error: Error) => console.error("What was asked for failed:", error.message))
      .finally(() => {
        waiting -= 1;
      });
  };
  return async (context, next) => {
    const call = context.req.path.split("/").at(-1);
    const { email, password, data, type } = await bodyOf(context);
    const isSignUp = call === "signup";
    if (!isAddress(email)) return next();
    if (isSignUp && !isPassword(password, options)) return next();
    if (call === "resend" && type !== "signup" && type !== "email_change") return next();
    if (waiting >= MOST_WAITING) return tooMany();
    const request = context.req.raw.clone();
    later(async () => {
      if (isSignUp && !(await mayBegin(email))) await spendAHash(String(password));
      else if (isSignUp || !wasMailed(email)) await ask(request);
    });
    if (isMailDown()) return unsent(context);
    return context.json(isSignUp ? madeUpUser(email, data) : {});
  };
}

export const isAddress = (email: unknown): email is string =>
  typeof email === "string" && ADDRESS.test(email);

export function isPassword(
  password: unknown,
  {
    minimumPasswordLength,
    passwordRequirements,
  }: Pick<AnswerFirstOptions, "minimumPasswordLength" | "passwordRequirements">,
): password is string {
  return (
    typeof password === "string" &&
    password.length >= minimumPasswordLength &&
    password.length <= LONGEST &&
    passwordRequirements === ""
  );
}

/** As the platform says it; here it is said by the state of the mail server, not by the address. */
const unsent = (context: Context) =>
  context.json(
    { code: 500, error_code: "unexpected_failure", msg: "Error sending the mail" },
    500,
    { "X-Sb-Error-Code": "unexpected_failure" },
  );

/** The fake user that the platform's auth server answers with for an address that has an account. */
export function madeUpUser(email: string, metadata: unknown) {
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
