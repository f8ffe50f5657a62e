import type { Site } from "../site.ts";
import type { GuessLimits } from "./attempt-limit.ts";

/** What the API process is told by the supervisor, as JSON in the environment. */
export interface ApiSettings {
  port: number;
  mailPort: number;
  /** Where mails for the mailbox are handed in. */
  smtpPort: number;
  realtimePort: number;
  /** Port of each edge function by name. */
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
  /** For a stack that serves people elsewhere: then there is no mailbox. */
  site: Site | undefined;
  jwtExpirySeconds: number;
  /** Whether anybody may make an account. */
  enableSignup: boolean;
  minimumPasswordLength: number;
  /** Which characters a password must have, as config.toml says it; "" for any. */
  passwordRequirements: string;
  /** Whether a new password takes the current one. */
  requireCurrentPassword: boolean;
  /** Whether both mailboxes confirm a new address. */
  doubleConfirmChanges: boolean;
  /** How passwords may be guessed at. */
  guesses: GuessLimits;
  /** Between two mails of a kind to one account. */
  maxFrequencySeconds: number;
  enableConfirmations: boolean;
  /** Digits of the code that a link's token is made from. */
  codeLength: number;
  /** For how long a link works. */
  codeExpirySeconds: number;
  /** By their names in config.toml; `content_path` is absolute. */
  mailTemplates: Record<string, { subject: string; content_path: string }>;
  /** The app's origin: the default target of links in mails. */
  siteUrl: string;
  /** Who the mails come from. */
  mailSender: { name: string; address: string };
  additionalRedirectUrls: string[];
}

export const settingsVariable = "API_SETTINGS";

export function readSettings(): ApiSettings {
  return JSON.parse(process.env[settingsVariable] ?? "{}") as ApiSettings;
}
