import { randomBytes } from "node:crypto";
import { StackError } from "embedded-supabase";
import { stringify } from "smol-toml";
import * as v from "valibot";
import { readConfig } from "../cli/project.ts";
import { newVapidKeys } from "../cli/vapid-keys.ts";
import { readMailServer } from "../supabase/functions/_shared/mail-server.ts";
import { ANY_PUBLIC_HOST } from "../supabase/functions/_shared/outgoing-hosts.ts";

/** Empty is the same as unset: that is what CI systems make of a variable without a value. */
const optional = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => text.trim() || undefined),
  ),
);

const variables = v.object({
  SUPABASE_PROJECT_ID: optional,
  SITE_URL: optional,
  SMTP_HOST: optional,
  SMTP_PORT: optional,
  SMTP_USER: optional,
  SMTP_PASS: optional,
  SMTP_FROM: optional,
});

/** What is deployed where. User name and password of the mail server stay in the environment. */
export interface DeployTarget {
  /** 20 lower-case letters: the project's name in its addresses */
  projectRef: string;
  /** origin of the site, without a slash at the end */
  siteUrl: string;
  /** undefined: the project keeps the mailer that it has */
  smtp: { host: string; port: number; from: string } | undefined;
}

function readSite(text: string | undefined): string {
  if (!text) throw new StackError("SITE_URL is not set: the site's address, https://rota.example.");
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:" || url.href !== `${url.origin}/`) {
    throw new StackError(`SITE_URL must be like https://rota.example, not "${text}".`);
  }
  return url.origin;
}

/**
 * Reads SUPABASE_PROJECT_ID and SITE_URL, and SMTP_HOST, SMTP_USER, SMTP_PASS, SMTP_FROM and
 * SMTP_PORT (465 without it), which are given together or not at all.
 * @throws StackError with one sentence about the first that is missing or wrong
 */
export function readTarget(env: Record<string, string | undefined>): DeployTarget {
  const given = v.parse(variables, env);
  const projectRef = given.SUPABASE_PROJECT_ID;
  if (!projectRef) {
    throw new StackError(
      "SUPABASE_PROJECT_ID is not set: the project's reference, 20 letters in its dashboard's address.",
    );
  }
  if (!/^[a-z]{20}$/.test(projectRef)) {
    throw new StackError(`SUPABASE_PROJECT_ID must be 20 lower-case letters, not "${projectRef}".`);
  }
  return { projectRef, siteUrl: readSite(given.SITE_URL), smtp: readSmtp(given) };
}

function readSmtp(given: v.InferOutput<typeof variables>): DeployTarget["smtp"] {
  const needed = ["SMTP_HOST", "SMTP_USER", "SMTP_PASS", "SMTP_FROM"] as const;
  const missing = needed.filter((name) => !given[name]);
  if (missing.length === needed.length) return undefined;
  if (missing.length > 0) {
    throw new StackError(
      `missing: ${missing.join(", ")} (all of them for a mail server, or no SMTP_ variable at all).`,
    );
  }
  try {
    const server = readMailServer((name) => given[name as keyof typeof given]);
    return server ? { host: server.host, port: server.port, from: server.from.address } : undefined;
  } catch (error) {
    throw new StackError((error as Error).message);
  }
}

/** Ports that a hosted edge function can't reach. */
const CLOSED_PORTS = [25, 587];

/** Whether the edge functions can hand mails to the mail server. */
export const reachesMailServer = ({ smtp }: DeployTarget) =>
  smtp !== undefined && !CLOSED_PORTS.includes(smtp.port);

const MAIL_LINK_SECRET = "MAIL_LINK_SECRET";
const VAPID_KEYS = "VAPID_KEYS";

/**
 * What the edge functions are told, as an env file for `supabase secrets set`.
 * @param env has the mail server's user name and password, PUSH_HOSTS and WEBHOOK_HOSTS
 * @param stored the names of those that the project has: what signs the links in mails and the pushes is made once
 *   and kept, or the links and the devices' subscriptions would end
 * @throws StackError for one that no env file can hold
 */
export function functionSecrets(
  { siteUrl, smtp }: DeployTarget,
  env: Record<string, string | undefined>,
  stored: readonly string[],
): string {
  const secrets = {
    ALLOWED_ORIGINS: siteUrl,
    APP_URL: siteUrl,
    ...(!stored.includes(MAIL_LINK_SECRET) && {
      [MAIL_LINK_SECRET]: randomBytes(32).toString("base64url"),
    }),
    ...(!stored.includes(VAPID_KEYS) && { [VAPID_KEYS]: newVapidKeys() }),
    WEBHOOK_HOSTS: env.WEBHOOK_HOSTS?.trim() || ANY_PUBLIC_HOST,
    ...(env.PUSH_HOSTS && { PUSH_HOSTS: env.PUSH_HOSTS.trim() }),
    ...(smtp && {
      SMTP_HOST: smtp.host,
      SMTP_PORT: String(smtp.port),
      SMTP_FROM: smtp.from,
      SMTP_USER: env.SMTP_USER?.trim(),
      SMTP_PASS: env.SMTP_PASS?.trim(),
    }),
  };
  return Object.entries(secrets)
    .map(([name, value = ""]) => `${name}=${quoted(name, value)}\n`)
    .join("");
}

/** As env files take it literally. */
function quoted(name: string, value: string): string {
  if (!value.includes("'")) return `'${value}'`;
  if (!/["$\\]/.test(value)) return `"${value}"`;
  throw new StackError(`${name} can't have a ' together with ", $ or \\ in it.`);
}

/** What a project may be stricter or richer in than Rota needs: a deployment leaves it so. */
export interface KeptSettings {
  /** characters */
  minimumPasswordLength: number;
  /** whether anybody may sign up */
  enableSignup: boolean;
  /** where links in mails may lead besides the site */
  redirectUrls: readonly string[];
}

/** Of a project that has nothing of its own. */
export const nothingKept = (): KeptSettings => ({
  minimumPasswordLength: readConfig().auth.minimum_password_length,
  enableSignup: true,
  redirectUrls: [],
});

/**
 * What a project keeps.
 * @param remote its value of a setting, by the name in config.toml, where it differs from hostedConfig's
 */
export function keptSettings(remote: (path: string) => unknown): KeptSettings {
  const ours = nothingKept();
  const length = Number(remote("auth.minimum_password_length") ?? 0);
  const redirects = remote("auth.additional_redirect_urls");
  return {
    minimumPasswordLength: Math.max(length, ours.minimumPasswordLength),
    enableSignup: remote("auth.enable_signup") !== false,
    redirectUrls: Array.isArray(redirects) ? redirects.map(String) : [],
  };
}

/**
 * The settings of a hosted project, as a config.toml for `supabase config push`, which writes what
 * the file declares and nothing else: the local rate limits, for example, stay at home. Secrets are
 * named, not contained, and so are the mails' templates, by their paths in the repository.
 */
export function hostedConfig({ siteUrl, smtp }: DeployTarget, kept: KeptSettings): string {
  const { otp_length, template } = readConfig().auth.email;
  return stringify({
    project_id: "rota",
    auth: {
      site_url: siteUrl,
      additional_redirect_urls: [
        ...new Set([...kept.redirectUrls, `${siteUrl}/`, `${siteUrl}/reset-password`]),
      ],
      enable_signup: kept.enableSignup,
      enable_anonymous_sign_ins: false,
      minimum_password_length: kept.minimumPasswordLength,
      email: {
        enabled: true,
        enable_confirmations: true,
        // A token alone must lead to no new password, nor by way of a new address.
        double_confirm_changes: true,
        require_current_password: true,
        otp_length,
        template,
        ...(smtp && {
          smtp: {
            enabled: true,
            host: smtp.host,
            port: smtp.port,
            user: "env(SMTP_USER)",
            pass: "env(SMTP_PASS)",
            admin_email: smtp.from,
            sender_name: "Rota",
          },
        }),
      },
    },
  });
}
