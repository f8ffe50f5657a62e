import type { HonoContext } from "@supabase/lite";
import { compare, hash } from "bcryptjs";
import type { MiddlewareHandler } from "hono";

/** The cost of @supabase/lite's own hashes. */
export const COST = 10;

/** What nobody's password is hashed to. */
const nobodys = hash(crypto.randomUUID(), COST);

/** Takes as long as the hash of a password: what has an account and what has none then look alike. */
export const spendAHash = async (password: string): Promise<void> => {
  await hash(password, COST);
};

const invalid = {
  code: 400,
  error_code: "invalid_credentials",
  msg: "Invalid login credentials",
};

/**
 * Answers a failed sign-in alike, and after the same work, whether or not the address has an account:
 * @supabase/lite compares no password for an unknown one, and tells of an unconfirmed one before it
 * has compared any.
 */
export const equalSignIns: MiddlewareHandler<HonoContext> = async (context, next) => {
  const { method, path } = context.req;
  const isSignIn = method === "POST" && path === "/auth/v1/token";
  if (!isSignIn || context.req.query("grant_type") !== "password") return next();
  const { email, password } = await context.req.json().catch(() => ({}));
  if (typeof email !== "string" || typeof password !== "string" || !email || !password) {
    return next();
  }
  const { repo } = context.get("authService");
  const account = await repo.findUserByEmail(email.toLowerCase());
  if (account?.confirmed_at && account.encrypted_password) return next();
  // As often as for an account that @supabase/lite goes on with.
  await repo.findUserByEmail(email.toLowerCase());
  const isRight = await compare(password, account?.encrypted_password ?? (await nobodys));
  if (isRight && account) return next();
  return context.json(invalid, 400, { "X-Sb-Error-Code": invalid.error_code });
};
