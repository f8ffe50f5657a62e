import { App, type EmailDriver } from "@supabase/lite";
import { keepRedirect, redirecting, resendConfirmation } from "./auth-mails.ts";
import { PooledConnection } from "./pooled-connection.ts";
import { RestConnection } from "./rest-connection.ts";
import type { ApiSettings } from "./settings.ts";
import { tokenAuth } from "./token-auth.ts";

function authConfig(settings: ApiSettings) {
  return {
    enabled: true,
    jwt_secret: settings.jwtSecret,
    jwt_expiry: settings.jwtExpirySeconds,
    publishable_key: settings.publishableKey,
    secret_key: settings.secretKey,
    site_url: settings.siteUrl,
    additional_redirect_urls: settings.additionalRedirectUrls,
    minimum_password_length: settings.minimumPasswordLength,
    email: { enable_confirmations: settings.enableConfirmations, double_confirm_changes: false },
  };
}

/** Auth on an administrator's connection: it alone writes accounts and sessions. */
export async function createAuthApp(settings: ApiSettings, driver: EmailDriver): Promise<App> {
  const email = redirecting(driver);
  const app = new App({
    connection: new PooledConnection(settings.adminUrl),
    auth: authConfig(settings),
    options: {
      server: {
        admin: false,
        disableStudio: true,
        disableFallback: true,
        middlewares: [keepRedirect, resendConfirmation(email, settings.siteUrl)],
      },
      drivers: { email },
    },
  });
  return (await app.init()) as App;
}

/**
 * REST as `authenticator`. On an owner's connection @supabase/lite grants everything to everyone
 * on its first request (realtime-protocol: trap 9); this role can grant nothing, so that the
 * migrations' grants hold as they do on the platform.
 */
export async function createRestApp(settings: ApiSettings): Promise<App> {
  const app = new App({
    connection: new RestConnection(settings.authenticatorUrl),
    auth: authConfig(settings),
    api: { schemas: ["public"], max_rows: 1000 },
    options: {
      server: {
        admin: false,
        disableStudio: true,
        disableFallback: true,
        middlewares: [tokenAuth(settings)],
      },
    },
  });
  return (await app.init()) as App;
}
