import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { EmailDriver, HonoContext } from "@supabase/lite";
import type { MiddlewareHandler } from "hono";

/** What @supabase/lite's mails lack of those that the platform's auth server sends. */

/** Where the links in the mails of the request under way are to lead. */
const target = new AsyncLocalStorage<string>();

/** As the platform, heeds the `redirect_to` of a request: @supabase/lite's links all lead to `site_url`. */
export const keepRedirect: MiddlewareHandler<HonoContext> = async (context, next) => {
  const redirectTo = context.req.query("redirect_to");
  const allowed = context.get("authService").resolveEmailRedirect(redirectTo);
  await target.run(allowed, next);
};

/** The same driver, with the links of its mails as `keepRedirect` says. */
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
 * Sends the mail that confirms an address once more. @supabase/lite refuses every such request for an
 * account that waits for it, and answers as it should for all others.
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
