import { timingSafeEqual } from "node:crypto";
import type { HonoContext } from "@supabase/lite";
import type { MiddlewareHandler } from "hono";
import type pg from "pg";

const PATH = /^\/auth\/v1\/admin\/users\/([^/]+)$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Of the auth server's admin API, which @supabase/lite lacks: `DELETE /admin/users/{id}` with the secret
 * key deletes an account for good, and with it its sessions and all that refers to it.
 */
export function adminUsers(
  pool: Pick<pg.Pool, "query">,
  secretKey: string,
): MiddlewareHandler<HonoContext> {
  const key = Buffer.from(`Bearer ${secretKey}`);
  return async (context, next) => {
    const id = PATH.exec(context.req.path)?.[1];
    if (id === undefined || context.req.method !== "DELETE") return next();
    const refuse = (status: 401 | 403 | 404, code: string, msg: string) =>
      context.json({ code: status, error_code: code, msg }, status, { "X-Sb-Error-Code": code });
    const given = Buffer.from(context.req.header("Authorization") ?? "");
    if (given.length === 0) {
      return refuse(401, "no_authorization", "This endpoint requires a valid Bearer token");
    }
    if (given.length !== key.length || !timingSafeEqual(given, key)) {
      return refuse(403, "not_admin", "User not allowed");
    }
    if (!UUID.test(id)) return refuse(404, "validation_failed", "user_id must be an UUID");
    const deleted = await pool.query("delete from auth.users where id = $1", [id]);
    if (deleted.rowCount === 0) return refuse(404, "user_not_found", "User not found");
    return context.json({});
  };
}
