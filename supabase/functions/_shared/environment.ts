import { type MailServer, readMailServer } from "./mail-server.ts";

/** Set alike by the platform, `supabase start` and the embedded stack. */
export interface Environment {
  /** the project's API, without a slash at the end */
  readonly apiUrl: string;
  /** the public address of the API, for links in mails */
  readonly publicApiUrl: string;
  /** the publishable key, which only names the project: rights come from the caller's token */
  readonly apiKey: string;
  /** the secret key, for mails and calendars, which act for people who aren't signed in */
  readonly secretKey: string;
  /** all secret keys of the project: while one is replaced, callers may have either */
  readonly secretKeys: readonly string[];
  /** signs the links in mails; null: the secret key does */
  readonly mailLinkSecret: string | null;
  /** the app's address, without a slash at the end, for links in mails; null: not configured */
  readonly appUrl: string | null;
  /** null: not configured, no mail is sent */
  readonly mailServer: MailServer | null;
  /** sign pushes (RFC 8292), in base64url; null: no pushes are sent */
  readonly vapidKeys: { readonly publicKey: string; readonly privateKey: string } | null;
  /** allowed push servers besides those of the known browsers: hosts, or `.` with a domain */
  readonly pushHosts: readonly string[];
  /** hosts to which webhooks may go besides the known ones: `.` with a domain, or `*` for all that aren't private */
  readonly webhookHosts: readonly string[];
  /** origins of pages that may call; null: only pages served by this machine */
  readonly allowedOrigins: readonly string[] | null;
  /** how the functions reach the API; tests replace it */
  readonly fetch: typeof fetch;
}

/**
 * Reads SUPABASE_URL, SUPABASE_PUBLISHABLE_KEYS and SUPABASE_SECRET_KEYS (JSON objects of named keys) or else
 * the legacy SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY, PUBLIC_API_URL (if others reach it at another
 * address), ALLOWED_ORIGINS (separated by commas), APP_URL, MAIL_LINK_SECRET, VAPID_KEYS (public.private),
 * PUSH_HOSTS and WEBHOOK_HOSTS (separated by commas), and SMTP_HOST, SMTP_FROM, SMTP_PORT (default 465), SMTP_USER
 * and SMTP_PASS. PUBLIC_API_URL and those after it are optional.
 * @throws Error naming a missing variable
 */
export function readEnvironment(
  get: (name: string) => string | undefined,
  fetchFunction: typeof fetch = fetch,
): Environment {
  const apiUrl = get("SUPABASE_URL");
  if (!apiUrl) throw new Error("SUPABASE_URL is not set");
  const [apiKey] = readKeys(get("SUPABASE_PUBLISHABLE_KEYS"), get("SUPABASE_ANON_KEY"));
  if (!apiKey) throw new Error("SUPABASE_PUBLISHABLE_KEYS is not set");
  const secretKeys = readKeys(get("SUPABASE_SECRET_KEYS"), get("SUPABASE_SERVICE_ROLE_KEY"));
  const [secretKey] = secretKeys;
  if (!secretKey) throw new Error("SUPABASE_SECRET_KEYS is not set");
  const origins = get("ALLOWED_ORIGINS");
  return {
    apiUrl: apiUrl.replace(/\/$/, ""),
    publicApiUrl: (get("PUBLIC_API_URL") || apiUrl).replace(/\/$/, ""),
    apiKey,
    secretKey,
    secretKeys,
    mailLinkSecret: get("MAIL_LINK_SECRET") || null,
    appUrl: get("APP_URL")?.replace(/\/$/, "") || null,
    mailServer: usableMailServer(get),
    vapidKeys: readVapidKeys(get("VAPID_KEYS")),
    pushHosts: listIn(get("PUSH_HOSTS")),
    webhookHosts: listIn(get("WEBHOOK_HOSTS")),
    allowedOrigins: origins ? listIn(origins) : null,
    fetch: fetchFunction,
  };
}

/** The other functions work without it. */
function usableMailServer(get: (name: string) => string | undefined): MailServer | null {
  try {
    return readMailServer(get);
  } catch (error) {
    console.error((error as Error).message);
    return null;
  }
}

const listIn = (text = ""): readonly string[] =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);

function readVapidKeys(text = ""): Environment["vapidKeys"] {
  const [publicKey, privateKey] = text.split(".");
  return publicKey && privateKey ? { publicKey, privateKey } : null;
}

/** The one to use comes first: `default`, if there is one. */
function readKeys(json: string | undefined, legacy: string | undefined): readonly string[] {
  const { default: first, ...others } = JSON.parse(json || "{}") as Record<string, string>;
  const keys = [...(first ? [first] : []), ...Object.values(others)];
  return keys.length === 0 && legacy ? [legacy] : keys;
}
