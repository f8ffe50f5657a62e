import type { HonoContext } from "@supabase/lite";
import { hash } from "bcryptjs";
import type { MiddlewareHandler } from "hono";
import type pg from "pg";
import { hasHash } from "./password-hash.ts";
import type { SignUps } from "./sign-up.ts";

/** The cost of @supabase/lite's own hashes. */
export const COST = 10;

/** A hash that matches no password. */
const nobodys = hash(crypto.randomUUID(), COST);

/** Takes as long as hashing a password, so that addresses with and without an account look alike. */
export const spendAHash = async (password: string): Promise<void> => {
  await hash(password, COST);
};

const invalid = {
  code: 400,
  error_code: "invalid_credentials",
  msg: "Invalid login credentials",
};

type AuthService = HonoContext["Variables"]["authService"];

/**
 * The same service for an account that an invitation let in: @supabase/lite signs it in as if its address were
 * confirmed.
 */
function takenForConfirmed(service: AuthService): AuthService {
  const repo = Object.create(service.repo, {
    findUserByEmail: {
      value: async (email: string) => {
        const account = await service.repo.findUserByEmail(email);
        return account && { ...account, confirmed_at: account.created_at };
      },
    },
  });
  return Object.create(service, { repo: { value: repo } });
}

/**
 * Answers a failed sign-in alike, after the same work, whether or not the address has an account:
 * @supabase/lite compares no password for an unknown address, and reveals an unconfirmed one before comparing.
 * Wrong passwords are refused here, after hashing outside this process.
 */
export const equalSignIns =
  (pool: Pick<pg.Pool, "query">, isLetIn?: SignUps["isLetIn"]): MiddlewareHandler<HonoContext> =>
  async (context, next) => {
    const { method, path } = context.req;
    const isSignIn = method === "POST" && path === "/auth/v1/token";
    if (!isSignIn || context.req.query("grant_type") !== "password") return next();
    const { email, password } = await context.req.json().catch(() => ({}));
    if (typeof email !== "string" || typeof password !== "string" || !email || !password) {
      return next();
    }
    const service = context.get("authService");
    const account = await service.repo.findUserByEmail(email.toLowerCase());
    const hashed = account?.encrypted_password ?? (await nobodys);
    if ((await hasHash(pool, password, hashed)) && account) {
      const isIn = !account.confirmed_at && (await isLetIn?.(account.id));
      if (isIn) context.set("authService", takenForConfirmed(service));
      return next();
    }
    return context.json(invalid, 400, { "X-Sb-Error-Code": invalid.error_code });
  };
