import { randomBytes } from "node:crypto";
import type { HonoContext } from "@supabase/lite";
import type { Context, MiddlewareHandler } from "hono";
import type pg from "pg";
import type { SendTemplate } from "./auth-mails.ts";
import type { ApiSettings } from "./settings.ts";

/** The platform's answer to the first of the two confirmations. */
const ACCEPTED =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/**
 * Has both mailboxes confirm a new address (`double_confirm_changes` of config.toml, for projects with a
 * template of that mail):
 * @supabase/lite asks only one of them, the new one here. The other's token is kept in
 * `email_change_token_current` until one of the two was used.
 */
export function bothMailboxes(
  pool: Pick<pg.Pool, "query">,
  send: SendTemplate,
  { codeExpirySeconds }: Pick<ApiSettings, "codeExpirySeconds">,
): MiddlewareHandler<HonoContext> {
  async function askOldMailbox(context: Context, email: string): Promise<void> {
    const account = await context.res.clone().json();
    if (account.new_email !== email.toLowerCase()) return;
    const token = randomBytes(32).toString("hex");
    await pool.query("update auth.users set email_change_token_current = $1 where id = $2", [
      token,
      account.id,
    ]);
    const values = { Email: account.email, NewEmail: account.new_email, TokenHash: token };
    await send("email_change", account.email, values);
  }

  /** Whether this was the first of the two; @supabase/lite takes the second as the only one. */
  async function isFirst(token: string): Promise<boolean> {
    const { rowCount } = await pool.query(
      `update auth.users set
         email_change_token_new = case email_change_token_new
           when $1 then email_change_token_current else email_change_token_new end,
         email_change_token_current = null
       where $1 in (email_change_token_new, email_change_token_current)
         and email_change_token_current <> ''
         and email_change_sent_at > now() - make_interval(secs => $2)`,
      [token, codeExpirySeconds],
    );
    return rowCount === 1;
  }

  return async (context, next) => {
    const { method, path } = context.req;
    const body = await context.req.json().catch(() => null);
    if (method === "POST" && path === "/auth/v1/verify") {
      const { token_hash: token, type } = body ?? {};
      const isChange = type === "email_change" && typeof token === "string";
      if (isChange && (await isFirst(token))) return context.json({ code: "200", msg: ACCEPTED });
    }
    await next();
    const isUpdate = method === "PUT" && path === "/auth/v1/user" && context.res.ok;
    if (isUpdate && typeof body?.email === "string") await askOldMailbox(context, body.email);
    return undefined;
  };
}
