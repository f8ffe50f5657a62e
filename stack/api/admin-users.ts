import { randomUUID, timingSafeEqual } from "node:crypto";
import type { HonoContext } from "@supabase/lite";
import { hash } from "bcryptjs";
import type { Context, MiddlewareHandler } from "hono";
import type pg from "pg";
import { COST } from "./sign-in.ts";

const PATH = /^\/auth\/v1\/admin\/users(?:\/([^/]+))?$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The part of the auth server's admin API that @supabase/lite lacks, for the secret key: `DELETE
 * /admin/users/{id}` deletes an account for good, with its sessions and everything that refers to it; `POST
 * /admin/users` makes one without checking its password.
 */
export function adminUsers(
  pool: Pick<pg.Pool, "query">,
  secretKey: string,
): MiddlewareHandler<HonoContext> {
  const key = Buffer.from(`Bearer ${secretKey}`);
  return async (context, next) => {
    const [path, id] = PATH.exec(context.req.path) ?? [];
    const { method } = context.req;
    if (!path || method !== (id === undefined ? "POST" : "DELETE")) return next();
    const refuse = (status: 401 | 403 | 404 | 422, code: string, msg: string) =>
      context.json({ code: status, error_code: code, msg }, status, { "X-Sb-Error-Code": code });
    const given = Buffer.from(context.req.header("Authorization") ?? "");
    if (given.length === 0) {
      return refuse(401, "no_authorization", "This endpoint requires a valid Bearer token");
    }
    if (given.length !== key.length || !timingSafeEqual(given, key)) {
      return refuse(403, "not_admin", "User not allowed");
    }
    if (id === undefined) {
      const account = await createAccount(context);
      const taken = "A user with this email address has already been registered";
      return account ? context.json(account) : refuse(422, "email_exists", taken);
    }
    if (!UUID.test(id)) return refuse(404, "validation_failed", "user_id must be an UUID");
    const deleted = await pool.query("delete from auth.users where id = $1", [id]);
    if (deleted.rowCount === 0) return refuse(404, "user_not_found", "User not found");
    return context.json({});
  };
}

/** Null if the address has an account. */
async function createAccount(context: Context<HonoContext>) {
  const { email: given, password, email_confirm, user_metadata } = await context.req.json();
  const email = String(given).toLowerCase();
  const { repo } = context.get("authService");
  if (await repo.findUserByEmail(email)) return null;
  const id = randomUUID();
  const data = { ...user_metadata, email, email_verified: email_confirm === true, sub: id };
  await repo.createUser({
    ...{ id, email, encrypted_password: await hash(String(password), COST) },
    confirmed_at: email_confirm === true ? new Date().toISOString() : null,
    raw_user_meta_data: data,
    raw_app_meta_data: { provider: "email", providers: ["email"] },
  });
  await repo.createIdentity({
    ...{ id: randomUUID(), provider: "email", provider_id: id, user_id: id, identity_data: data },
  });
  return { id, email };
}
