import type { Site } from "../site.ts";
import type { GuessLimits } from "./attempt-limit.ts";

/** The supervisor's settings for the API process, as JSON in the environment. */
export interface ApiSettings {
  port: number;
  mailPort: number;
  /** The port of the mailbox's SMTP server. */
  smtpPort: number;
  realtimePort: number;
  functionPorts: Record<string, number>;
  /** Names of the edge functions that are called every minute. */
  everyMinute: string[];
  /** Auth's connection: as `supabase_auth_admin`, which owns the auth schema. */
  authUrl: string;
  /** REST's connection: as `authenticator`, which can grant nothing. */
  authenticatorUrl: string;
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
  /** For a stack that serves people on other machines, without a mailbox. */
  site: Site | undefined;
  jwtExpirySeconds: number;
  /** Whether anybody may make an account. */
  enableSignup: boolean;
  minimumPasswordLength: number;
  /** The characters that a password must have, in config.toml's words; "" for any. */
  passwordRequirements: string;
  requireCurrentPassword: boolean;
  /** `[auth.mfa]` of config.toml. */
  mfa: {
    max_enrolled_factors: number;
    totp: { enroll_enabled: boolean; verify_enabled: boolean };
  };
  /** Whether both mailboxes confirm a new address. */
  doubleConfirmChanges: boolean;
  guesses: GuessLimits;
  /** Seconds between two mails of a kind to one account. */
  maxFrequencySeconds: number;
  enableConfirmations: boolean;
  /** Digits of the code behind a link's token. */
  codeLength: number;
  /** Seconds for which a link works. */
  codeExpirySeconds: number;
  /** By name in config.toml; `content_path` is absolute. */
  mailTemplates: Record<string, { subject: string; content_path: string }>;
  /** The app's origin: the default target of links in mails. */
  siteUrl: string;
  mailSender: { name: string; address: string };
  additionalRedirectUrls: string[];
}

export const settingsVariable = "API_SETTINGS";

export function readSettings(): ApiSettings {
  return JSON.parse(process.env[settingsVariable] ?? "{}") as ApiSettings;
}
