import { randomUUID } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { bodyOf } from "./mail-limit.ts";
import { tooMany } from "./one-by-one.ts";
import type { ApiSettings } from "./settings.ts";

export interface AnswerFirstOptions
  extends Pick<ApiSettings, "minimumPasswordLength" | "passwordRequirements"> {
  /** Whether an address may make an account; undefined: any may. */
  readonly mayBegin?: ((address: string) => Promise<boolean>) | undefined;
  readonly ask: (request: Request) => Response | Promise<Response>;
  /** Takes as much work as a sign-up. */
  readonly spendAHash: (password: string) => Promise<void>;
  /** Whether the mail server refuses mails at the moment. */
  readonly isMailDown: () => boolean;
  /** Whether an address got a mail in the last minute: then it gets no other, and that mail's link stays valid. */
  readonly wasMailed: (address: string) => boolean;
}

/** How many may wait; more get "too many requests". */
const MOST_WAITING = 50;

/** The form of an address for @supabase/lite, and its longest password in characters. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const LONGEST = 72;

/**
 * Answers a sign-up, and requests for mails, before doing anything: neither the answer nor its time reveals
 * whether the address is invited or has an account. The work afterwards is the same for each address. Invalid
 * addresses and passwords are passed on, and refused by Auth before it looks at any account.
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

/** In the platform's words; here it depends on the state of the mail server, not on the address. */
const unsent = (context: Context) =>
  context.json(
    { code: 500, error_code: "unexpected_failure", msg: "Error sending the mail" },
    500,
    { "X-Sb-Error-Code": "unexpected_failure" },
  );

/** The fake user in the platform's answer for an address that has an account. */
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
