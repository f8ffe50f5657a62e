import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { EmailDriver, HonoContext } from "@supabase/lite";
import type { MiddlewareHandler } from "hono";
import type { ApiSettings } from "./settings.ts";

/** Parts of the platform's auth mails that @supabase/lite lacks. */

/**
 * The same driver with what @supabase/lite lacks: the branch of the account's language where a template has a
 * choice, and a text made from the template instead of its own.
 * @param languageOf the account that an address belongs to, or is to belong to
 */
export function textOfTemplates(
  driver: EmailDriver,
  languageOf: (address: string) => Promise<string | null>,
): EmailDriver {
  return {
    send: async (mail) => {
      const language = await languageOf(mail.to);
      const html = inLanguage(mail.html ?? "", language);
      const subject = inLanguage(mail.subject, language);
      await driver.send({ ...mail, subject, html, text: asText(html) });
    },
  };
}

const CHOICE = /\{\{ if eq \.Data\.language "[\s\S]*?\{\{ end \}\}/g;
const BRANCH =
  /\{\{ (?:(?:else )?if eq \.Data\.language "([^"]*)"|else) \}\}([\s\S]*?)(?=\{\{ (?:else|end) )/g;

/** The one condition of Go's templates that is read here: `{{ if eq .Data.language "de" }}`, with its `else`s. */
function inLanguage(template: string, language: string | null): string {
  return template.replaceAll(CHOICE, (choice) => {
    const branches = [...choice.matchAll(BRANCH)];
    return branches.find(([, tag = language]) => tag === language)?.[2] ?? "";
  });
}

const TEXTS: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

function asText(html: string): string {
  return html
    .replace(/<head>[\s\S]*?<\/head>/g, "")
    .replace(/<a[^>]* href="([^"]*)"[^>]*>(.*?)<\/a>/gs, "$2: $1")
    .replaceAll(/<[^>]*>/g, "")
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (found) => TEXTS[found] ?? "")
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
