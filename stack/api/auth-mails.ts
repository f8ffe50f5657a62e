import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { EmailDriver, HonoContext } from "@supabase/lite";
import type { MiddlewareHandler } from "hono";

/** What the platform's auth mails have and @supabase/lite's lack. */

/** The link target of mails sent by the current request. */
const target = new AsyncLocalStorage<string>();

/** Respects a request's `redirect_to`: @supabase/lite's links all lead to `site_url`. */
export const keepRedirect: MiddlewareHandler<HonoContext> = async (context, next) => {
  const redirectTo = context.req.query("redirect_to");
  const allowed = context.get("authService").resolveEmailRedirect(redirectTo);
  await target.run(allowed, next);
};

/** The same driver, with the links that `keepRedirect` chose. */
export function redirecting(driver: EmailDriver): EmailDriver {
  const redirect = (text = "") => {
    const redirectTo = target.getStore();
    if (redirectTo === undefined) return text;
    return text.replaceAll(/redirect_to=[^\s"'<>&]*/g, () => redirectParameter(redirectTo));
  };
  return {
    send: ({ text, html, ...mail }) =>
      driver.send({ ...mail, text: redirect(text), html: redirect(html) }),
  };
}

const redirectParameter = (url: string) => `redirect_to=${encodeURIComponent(url)}`;

/**
 * Resends the confirmation mail. @supabase/lite wrongly refuses this for unconfirmed accounts, and
 * answers correctly for all others.
 */
export function resendConfirmation(driver: EmailDriver, siteUrl: string) {
  const handler: MiddlewareHandler<HonoContext> = async (context, next) => {
    if (context.req.method !== "POST" || context.req.path !== "/auth/v1/resend") return next();
    const { type, email } = await context.req.json().catch(() => ({}));
    if (type !== "signup" || typeof email !== "string") return next();
    const { repo } = context.get("authService");
    const user = await repo.findUserByEmail(email);
    if (!user || user.confirmed_at) return next();
    const token = randomBytes(32).toString("hex");
    await repo.updateUser(user.id, {
      confirmation_token: token,
      confirmation_sent_at: new Date().toISOString(),
    });
    const link = `${siteUrl}/auth/v1/verify?token=${token}&type=signup&${redirectParameter(siteUrl)}`;
    await driver.send({
      to: email.toLowerCase(),
      subject: "Confirm Your Signup",
      text: `Follow this link to confirm your account: ${link}`,
    });
    return context.json({});
  };
  return handler;
}
