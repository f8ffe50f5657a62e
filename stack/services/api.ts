import { join } from "node:path";
import { localGuesses, SITE_GUESSES } from "../api/attempt-limit.ts";
import { type ApiSettings, settingsVariable } from "../api/settings.ts";
import {
  type Ports,
  type ProjectConfig,
  type StackKeys,
  scheduledFunctions,
  seconds,
} from "../config.ts";
import type { Site } from "../site.ts";
import type { Service } from "../supervisor.ts";
import { statusOf } from "./health.ts";
import { nodeProcess } from "./node-process.ts";
import { databaseUrl } from "./postgres.ts";

/** REST, Auth, the gateway, the mailbox and the schedule, in one process. Starts after the migrations. */
export async function apiService(
  projectFolder: string,
  config: ProjectConfig,
  ports: Ports,
  functionPorts: Record<string, number>,
  keys: StackKeys,
  isScheduled: boolean,
  site?: Site,
): Promise<Service> {
  const siteUrl = site?.urls[0] ?? `http://127.0.0.1:${ports.app}`;
  const settings: ApiSettings = {
    port: ports.api,
    mailPort: ports.mail,
    smtpPort: ports.smtp,
    everyMinute: isScheduled ? scheduledFunctions(projectFolder) : [],
    realtimePort: ports.realtime,
    functionPorts,
    authUrl: databaseUrl(ports.database, "supabase_auth_admin", keys.databasePassword),
    authenticatorUrl: databaseUrl(ports.database, "authenticator", keys.databasePassword),
    publishableKey: keys.publishable,
    secretKey: keys.secret,
    jwtSecret: keys.jwtSecret,
    jwtExpirySeconds: config.auth.jwt_expiry,
    enableSignup: site?.isOpen ?? config.auth.enable_signup,
    site,
    minimumPasswordLength: config.auth.minimum_password_length,
    passwordRequirements: config.auth.password_requirements,
    requireCurrentPassword: config.auth.email.require_current_password,
    mfa: config.auth.mfa,
    doubleConfirmChanges: config.auth.email.double_confirm_changes,
    // The limits of config.toml are for tests, which sign many people up.
    guesses: site ? SITE_GUESSES : localGuesses(config.auth.rate_limit.sign_in_sign_ups),
    maxFrequencySeconds: site ? 60 : seconds(config.auth.email.max_frequency),
    // Without mails, a link from the site's operator counts as confirmation.
    enableConfirmations: config.auth.email.enable_confirmations && site?.mailServer !== null,
    codeLength: config.auth.email.otp_length,
    codeExpirySeconds: config.auth.email.otp_expiry,
    mailTemplates: Object.fromEntries(
      Object.entries(config.auth.email.template).map(([kind, { subject, content_path }]) => [
        kind,
        { subject, content_path: join(projectFolder, content_path) },
      ]),
    ),
    siteUrl,
    mailSender: { name: config.local_smtp.sender_name, address: config.local_smtp.admin_email },
    // The configured addresses, on the real port of this stack's app.
    additionalRedirectUrls: (site?.urls ?? [siteUrl]).flatMap((own) =>
      config.auth.additional_redirect_urls.map((url) => url.replace(config.auth.site_url, own)),
    ),
  };
  return {
    name: "api",
    ...(await nodeProcess("api/main", { [settingsVariable]: JSON.stringify(settings) })),
    ports: site
      ? { API: ports.api, front: site.listen.port }
      : { API: ports.api, SMTP: ports.smtp, mailbox: ports.mail },
    reports: /^(trouble|sign-in|operator)\b/,
    // Any state counts, as it starts beside the functions that it reports on.
    isReady: async () => (await statusOf(`http://127.0.0.1:${ports.api}/health`)) > 0,
    isEssential: true,
  };
}
