import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { EmailDriver, HonoContext } from "@supabase/lite";
import type { MiddlewareHandler } from "hono";
import type { ApiSettings } from "./settings.ts";

/** Parts of the platform's auth mails that @supabase/lite lacks. */

/** The same driver with texts from the templates, instead of @supabase/lite's own. */
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

/** Sends a mail from one of the project's templates, by its name in config.toml; resolves to false if there is none. */
export type SendTemplate = (
  name: string,
  to: string,
  values: Record<string, string>,
) => Promise<boolean>;

export function templateSender(
  driver: EmailDriver,
  { siteUrl, mailTemplates }: Pick<ApiSettings, "siteUrl" | "mailTemplates">,
): SendTemplate {
  return async (name, to, values) => {
    const template = mailTemplates[name];
    if (!template) return false;
    const all: Record<string, string> = { ...values, SiteURL: siteUrl };
    const html = (await readFile(template.content_path, "utf8")).replaceAll(
      /\{\{ \.(\w+) \}\}/g,
      (_, value: string) => all[value] ?? "",
    );
    await driver.send({ to, subject: template.subject, html });
    return true;
  };
}

/**
 * Resends the confirmation mail. @supabase/lite wrongly refuses this for unconfirmed accounts, and answers
 * correctly for others.
 */
export function resendConfirmation(send: SendTemplate): MiddlewareHandler<HonoContext> {
  return async (context, next) => {
    if (context.req.method !== "POST" || context.req.path !== "/auth/v1/resend") return next();
    const { type, email } = await context.req.json().catch(() => ({}));
    if (type !== "signup" || typeof email !== "string") return next();
    const { repo } = context.get("authService");
    const user = await repo.findUserByEmail(email);
    if (!user || user.confirmed_at) return next();
    const token = randomBytes(32).toString("hex");
    const to = email.toLowerCase();
    if (!(await send("confirmation", to, { Email: to, TokenHash: token }))) return next();
    await repo.updateUser(user.id, {
      confirmation_token: token,
      confirmation_sent_at: new Date().toISOString(),
    });
    return context.json({});
  };
}
