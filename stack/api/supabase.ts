import { App, type EmailDriver } from "@supabase/lite";
import { keepRedirect, redirecting, resendConfirmation } from "./auth-mails.ts";
import { mailFrequency } from "./mail-frequency.ts";
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

/** Auth as the owner of the auth schema: it alone writes accounts and sessions. */
export async function createAuthApp(settings: ApiSettings, driver: EmailDriver): Promise<App> {
  const email = redirecting(driver);
  const resend = async (address: string, search: string): Promise<Response> => {
    const body = JSON.stringify({ type: "signup", email: address });
    const headers = { apikey: settings.publishableKey, "content-type": "application/json" };
    const url = `${settings.siteUrl}/auth/v1/resend${search}`;
    return app.fetch(new Request(url, { method: "POST", headers, body }), { peerAddress: null });
  };
  const { maxFrequencySeconds } = settings;
  const app: App = new App({
    connection: new PooledConnection(settings.authUrl),
    auth: authConfig(settings),
    options: {
      server: {
        admin: false,
        disableStudio: true,
        disableFallback: true,
        // In this order: how often a mail may be sent is asked before any is.
        middlewares: [
          mailFrequency({ maxFrequencySeconds, resend }),
          keepRedirect,
          resendConfirmation(email, settings.siteUrl),
        ],
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
    // As the platform's safeupdate, which also looks into functions: those are looked at by a test.
    api: { schemas: ["public"], max_rows: 1000, pg_safe_update: true },
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
