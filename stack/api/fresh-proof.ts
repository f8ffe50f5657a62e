import type { HonoContext } from "@supabase/lite";
import type { MiddlewareHandler } from "hono";
import { type Claims, type TokenOptions, tokenVerifier } from "../realtime/tokens.ts";

/**
 * A token alone changes no password: it takes the current one, or a session that a mailed link began,
 * as on a platform with `require_current_password`. A new address takes the same here, because
 * @supabase/lite can't have both mailboxes confirm it, and it leads to a new password.
 */
export function freshProof(options: TokenOptions): MiddlewareHandler<HonoContext> {
  const verify = tokenVerifier(options);
  // Session ids. Forgotten with the process: whoever has such a session asks for a new link.
  const fromLinks = new Set<string>();
  return async (context, next) => {
    const { method, path } = context.req;
    if (method === "POST" && path === "/auth/v1/verify") {
      await next();
      const begun = context.res.headers.get("Sb-Auth-Session-Id");
      if (context.res.ok && begun) fromLinks.add(begun);
      return;
    }
    if (method !== "PUT" || path !== "/auth/v1/user") return next();
    const changes = await context.req.json().catch(() => null);
    if (changes?.password === undefined && changes?.email === undefined) return next();
    const claims = claimsOf(context.req.header("Authorization"), verify);
    // @supabase/lite refuses a token that is no good.
    if (!claims?.sub || fromLinks.has(String(claims.session_id))) return next();
    const auth = context.get("authService");
    const email = (await auth.repo.findUserById(claims.sub))?.email;
    if (!email || (await isPassword(auth, email, changes.current_password))) return next();
    const error_code = changes.current_password
      ? "current_password_invalid"
      : "current_password_required";
    const msg = "Current password required when setting new password.";
    return context.json({ code: 400, error_code, msg }, 400, { "X-Sb-Error-Code": error_code });
  };

  /** @supabase/lite checks a password by a sign-in, whose session is ended at once. */
  async function isPassword(
    auth: HonoContext["Variables"]["authService"],
    email: string,
    password: unknown,
  ): Promise<boolean> {
    if (typeof password !== "string") return false;
    const session = await auth.signInWithPassword(email, password).catch(() => null);
    if (session === null) return false;
    const { sub, session_id } = verify(session.access_token);
    await auth.signOut(String(session_id), "local", String(sub));
    return true;
  }
}

function claimsOf(header: string | undefined, verify: (token: string) => Claims): Claims | null {
  try {
    return verify(header?.match(/^Bearer (\S+)$/)?.[1] ?? "");
  } catch {
    return null;
  }
}
