import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import * as v from "valibot";
import { StackError } from "./errors.ts";

/** The settings of supabase/config.toml that the embedded stack uses; others are for the CLI. */
const configSchema = v.object({
  project_id: v.string(),
  api: v.object({ port: v.number(), max_rows: v.number() }),
  db: v.object({ port: v.number(), major_version: v.number() }),
  local_smtp: v.object({
    port: v.number(),
    smtp_port: v.optional(v.number()),
    admin_email: v.optional(v.string(), "admin@email.com"),
    sender_name: v.optional(v.string(), "Admin"),
  }),
  auth: v.object({
    site_url: v.string(),
    additional_redirect_urls: v.array(v.string()),
    enable_signup: v.optional(v.boolean(), true),
    jwt_expiry: v.optional(v.number(), 3600),
    minimum_password_length: v.optional(v.number(), 6),
    password_requirements: v.optional(v.string(), ""),
    rate_limit: v.optional(v.object({ sign_in_sign_ups: v.optional(v.number(), 30) }), {}),
    mfa: v.optional(
      v.object({
        max_enrolled_factors: v.optional(v.number(), 10),
        totp: v.optional(
          v.object({
            enroll_enabled: v.optional(v.boolean(), false),
            verify_enabled: v.optional(v.boolean(), false),
          }),
          {},
        ),
      }),
      {},
    ),
    email: v.object({
      enable_confirmations: v.boolean(),
      require_current_password: v.optional(v.boolean(), false),
      double_confirm_changes: v.optional(v.boolean(), true),
      max_frequency: v.optional(v.string(), "1s"),
      otp_length: v.optional(v.number(), 6),
      otp_expiry: v.optional(v.number(), 3600),
      template: v.optional(
        v.record(v.string(), v.object({ subject: v.string(), content_path: v.string() })),
        {},
      ),
    }),
  }),
  functions: v.optional(v.record(v.string(), v.looseObject({})), {}),
});

export type ProjectConfig = v.InferOutput<typeof configSchema>;

/**
 * Reads supabase/config.toml, so that the embedded stack and `supabase start` agree.
 * @param projectFolder contains `supabase/`
 * @throws StackError with the first missing or invalid setting
 */
export function readProjectConfig(projectFolder: string): ProjectConfig {
  const text = readFileSync(join(projectFolder, "supabase/config.toml"), "utf8");
  const { success, output, issues } = v.safeParse(configSchema, parse(text));
  if (success) return output;
  const [issue] = issues;
  throw new StackError(
    `supabase/config.toml can't be used: ${issue.message} (${v.getDotPath(issue)}).`,
  );
}

const packageSchema = v.object({
  "embedded-supabase": v.optional(
    v.object({ everyMinute: v.optional(v.array(v.string()), []) }),
    {},
  ),
});

/**
 * The edge functions that are called every minute, as pg_cron does on the platform: `"embedded-supabase": {
 * "everyMinute": [] }` in package.json.
 */
export function scheduledFunctions(projectFolder: string): string[] {
  const file = join(projectFolder, "package.json");
  if (!existsSync(file)) return [];
  const settings = v.parse(packageSchema, JSON.parse(readFileSync(file, "utf8")));
  return settings["embedded-supabase"].everyMinute;
}

const UNITS: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 0.001 };

/** The seconds of a duration in config.toml: `1s`, `1m30s`, `500ms`. */
export function seconds(duration: string): number {
  const parts = [...duration.matchAll(/([\d.]+)(h|ms|m|s)/g)];
  return parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (UNITS[unit] ?? 0), 0);
}

/** Every port of one stack on 127.0.0.1. `api` is N of `--port-base N`; the rest follow it. */
export interface Ports {
  api: number;
  database: number;
  mail: number;
  /** The port of the mailbox's SMTP server. */
  smtp: number;
  realtime: number;
  /** The first edge function's port; the others follow, in alphabetical order. */
  functions: number;
  app: number;
}

/**
 * The ports of a stack. Without a base they are those of supabase/config.toml (54321 API, 54322
 * database, 54324 mail, `smtp_port`) and the app is on the port of `site_url`.
 */
export function choosePorts(
  config: ProjectConfig,
  base: number | undefined,
  appPort: number | undefined,
): Ports {
  const api = base ?? config.api.port;
  const configuredApp = Number(new URL(config.auth.site_url).port);
  return {
    api,
    database: base === undefined ? config.db.port : base + 1,
    mail: base === undefined ? config.local_smtp.port : base + 3,
    smtp:
      base === undefined ? (config.local_smtp.smtp_port ?? config.local_smtp.port + 2) : base + 2,
    realtime: api + 4,
    functions: api + 10,
    app: appPort ?? (base === undefined ? configuredApp : base + 9),
  };
}

/** The keys of the API (public and secret), of its tokens, and of the database. */
export interface StackKeys {
  readonly publishable: string;
  readonly secret: string;
  /** at least 32 characters */
  readonly jwtSecret: string;
  readonly databasePassword: string;
}

/**
 * The local keys. They protect nothing: like the Supabase CLI's, they are the same on every machine, and the
 * stack only listens on the loopback address.
 */
export const localKeys: StackKeys = {
  publishable: "sb_publishable_localdevelopmentkey000_00000000",
  secret: "sb_secret_localdevelopmentkey000_00000000",
  jwtSecret: "a-local-development-jwt-secret-of-at-least-32-characters",
  databasePassword: "postgres",
};
