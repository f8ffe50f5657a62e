import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { EmailDriver, HonoContext } from "@supabase/lite";
import type { MiddlewareHandler } from "hono";
import type { ApiSettings } from "./settings.ts";

/** What the platform's auth mails have and @supabase/lite's lack. */

/** The same driver, whose texts are those of the templates: @supabase/lite has its own. */
export function textOfTemplates(driver: EmailDriver): EmailDriver {
  return { send: ({ html = "", ...mail }) => driver.send({ ...mail, html, text: asText(html) }) };
}

function asText(html: string): string {
  return html
    .replace(/<style[\s\S]*?<\/style>/g, "")
    .replace(/<a[^>]* href="([^"]*)"[^>]*>(.*?)<\/a>/gs, "$2: $1")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s*\n\s*/g, "\n\n")
    .trim();
}

/**
 * Resends the confirmation mail. @supabase/lite wrongly refuses this for unconfirmed accounts, and
 * answers correctly for all others.
 */
export function resendConfirmation(
  driver: EmailDriver,
  { siteUrl, mailTemplates }: Pick<ApiSettings, "siteUrl" | "mailTemplates">,
) {
  const handler: MiddlewareHandler<HonoContext> = async (context, next) => {
    if (context.req.method !== "POST" || context.req.path !== "/auth/v1/resend") return next();
    const { type, email } = await context.req.json().catch(() => ({}));
    const template = mailTemplates.confirmation;
    if (type !== "signup" || typeof email !== "string" || !template) return next();
    const { repo } = context.get("authService");
    const user = await repo.findUserByEmail(email);
    if (!user || user.confirmed_at) return next();
    const token = randomBytes(32).toString("hex");
    await repo.updateUser(user.id, {
      confirmation_token: token,
      confirmation_sent_at: new Date().toISOString(),
    });
    const to = email.toLowerCase();
    const values: Record<string, string> = { Email: to, SiteURL: siteUrl, TokenHash: token };
    const html = (await readFile(template.content_path, "utf8")).replaceAll(
      /\{\{ \.(\w+) \}\}/g,
      (_, name: string) => values[name] ?? "",
    );
    await driver.send({ to, subject: template.subject, html });
    return context.json({});
  };
  return handler;
}
