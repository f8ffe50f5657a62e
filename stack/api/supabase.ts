import { App, type EmailDriver } from "@supabase/lite";
import type { MiddlewareHandler } from "hono";
import { tokenVerifier } from "../realtime/tokens.ts";
import { adminUsers } from "./admin-users.ts";
import { resendConfirmation, templateSender, textOfTemplates } from "./auth-mails.ts";
import { refuseBanned } from "./banned.ts";
import { bracesAsText } from "./braces.ts";
import { bothMailboxes } from "./email-change.ts";
import { functionCalls } from "./function-calls.ts";
import { LARGEST_BODY, type Rest } from "./gateway.ts";
import { mailFrequency } from "./mail-frequency.ts";
import { MailTimes } from "./mail-times.ts";
import { noPatterns } from "./no-patterns.ts";
import { passwordChange } from "./password-change.ts";
import { orUnavailable, PooledConnection } from "./pooled-connection.ts";
import { RestConnection } from "./rest-connection.ts";
import { secondFactor } from "./second-factor.ts";
import { sessionLevel } from "./session-level.ts";
import type { ApiSettings } from "./settings.ts";
import { equalSignIns } from "./sign-in.ts";
import type { FindAccount } from "./sign-in-log.ts";
import type { SignUps } from "./sign-up.ts";
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
    password_requirements: settings.passwordRequirements as never,
    email: {
      enable_confirmations: settings.enableConfirmations,
      // With both, @supabase/lite only asks the old mailbox; bothMailboxes adds the other.
      double_confirm_changes: false,
      otp_length: settings.codeLength,
      otp_expiry: settings.codeExpirySeconds,
      template: settings.mailTemplates,
    },
  };
}

const LANGUAGE = `select raw_user_meta_data ->> 'language' as language from auth.users
  where $1 in (email, email_change) order by (email = $1) desc nulls last limit 1`;

/**
 * Auth as the owner of the auth schema, the only role that writes accounts and sessions.
 * @param around middleware before all other
 * @param isLetIn for a site
 */
export async function createAuthApp(
  settings: ApiSettings,
  driver: EmailDriver,
  around?: MiddlewareHandler,
  isLetIn?: SignUps["isLetIn"],
) {
  const times = new MailTimes();
  const post = async (path: string, input: object): Promise<Response> => {
    const body = JSON.stringify(input);
    const headers = { apikey: settings.publishableKey, "content-type": "application/json" };
    const url = `${settings.siteUrl}/auth/v1/${path}`;
    return app.fetch(new Request(url, { method: "POST", headers, body }), { peerAddress: null });
  };
  const signUpAgain = (input: object, search: string) => post(`signup${search}`, input);
  const { maxFrequencySeconds } = settings;
  const connection = new PooledConnection(settings.authUrl);
  const { pool } = connection;
  const email = times.noting(
    textOfTemplates(driver, async (address) => {
      const { rows } = await pool.query<{ language: string | null }>(LANGUAGE, [address]);
      return rows[0]?.language ?? null;
    }),
  );
  const verifyToken = tokenVerifier(settings);
  const send = templateSender(email, settings);
  const app: App = new App({
    connection,
    auth: authConfig(settings),
    options: {
      server: {
        admin: false,
        disableStudio: true,
        disableFallback: true,
        // The order matters: the mail limit is checked before a mail is sent.
        middlewares: [
          orUnavailable,
          ...(around ? [around] : []),
          sessionLevel(pool, settings),
          adminUsers(pool, settings.secretKey),
          refuseBanned(pool, verifyToken),
          equalSignIns(pool, isLetIn),
          passwordChange(pool, verifyToken, settings),
          mailFrequency({
            ...{ maxFrequencySeconds, signUpAgain, verifyToken, pool, isLetIn },
            times: settings.site && times,
          }),
          resendConfirmation(send),
          ...(settings.doubleConfirmChanges && settings.mailTemplates.email_change
            ? [bothMailboxes(pool, send, settings)]
            : []),
        ],
      },
      drivers: { email },
    },
  });
  const findAccount: FindAccount = async (address) => {
    const found = "select id from auth.users where email = $1";
    return (await pool.query<{ id: string }>(found, [address])).rows[0]?.id;
  };
  const { wasMailed, aside } = times;
  const renew = (token: string) => post("token?grant_type=refresh_token", { refresh_token: token });
  const factors = secondFactor({ ...settings, pool, settings, renew });
  return { auth: (await app.init()) as App, factors, pool, findAccount, wasMailed, aside };
}

/**
 * REST as `authenticator`. On an owner's connection, @supabase/lite's first request grants
 * everything to every API role; this role can grant nothing, so the migrations' grants hold as on
 * the platform.
 */
export async function createRestApp(settings: ApiSettings): Promise<Rest> {
  const connection = new RestConnection(settings.authenticatorUrl);
  const app = new App({
    connection,
    auth: authConfig(settings),
    // Like the platform's safeupdate, which also covers functions; here a test checks those.
    api: { schemas: ["public"], max_rows: 1000, pg_safe_update: true },
    options: {
      server: {
        admin: false,
        disableStudio: true,
        disableFallback: true,
        middlewares: [orUnavailable, tokenAuth(settings), noPatterns, bracesAsText],
      },
    },
  });
  return {
    all: (await app.init()) as App,
    calls: functionCalls(connection, settings, LARGEST_BODY),
  };
}
