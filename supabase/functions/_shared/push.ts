import type { Environment } from "./environment.ts";
import { KNOWN_PUSH_HOSTS } from "./push-hosts.ts";

/** A browser's push endpoint, and the keys that encrypt for it. */
export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface Push {
  /** the declarative form, as JSON */
  readonly payload: string;
  /** seconds for which a push server keeps it while the device is off */
  readonly ttl: number;
  /** while waiting for a device, a later push replaces one with the same topic */
  readonly topic: string;
}

/**
 * `gone`: the browser accepts none any more. `unsent`: certainly not accepted, may be tried again. `failed`:
 * refused for good, or unknown.
 */
type PushFailure = "gone" | "unsent" | "failed";

/** The result; without a failure, the push server accepted it. */
export interface PushResult {
  readonly failure?: PushFailure;
  readonly error?: string;
  /** seconds for which the push server wants no more */
  readonly waitSeconds?: number;
}

/** Milliseconds until a push server must have answered. */
const TIMEOUT = 10_000;

/** Whether an endpoint is at a known push server: any other address may be a stranger's. */
export function isPushServer({ pushHosts }: Environment, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { href, protocol, hostname } = new URL(endpoint);
  const isAt = (host: string) =>
    host.startsWith(".") ? hostname.endsWith(host) : hostname === host;
  return (
    href === endpoint && protocol === "https:" && [...KNOWN_PUSH_HOSTS, ...pushHosts].some(isAt)
  );
}

/** Encrypts a push (RFC 8291) and sends it to the device's push server, without following redirects. */
export async function sendPush(
  environment: Environment,
  subscription: Subscription,
  push: Push,
): Promise<PushResult> {
  if (!(await isKey(subscription.p256dh))) return { failure: "gone", error: "its key is none" };
  // Loaded with the first push: a server that sends none needs no memory for it.
  const webpush = await import("web-push").catch((error: Error) => error);
  if (webpush instanceof Error) return { failure: "unsent", error: webpush.message };
  const { headers, body } = requestFor(webpush.default, environment, subscription, push);
  try {
    const response = await environment.fetch(subscription.endpoint, {
      method: "POST",
      headers: headersOf(headers),
      body: body === null ? null : new Uint8Array(body),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT),
    });
    await response.body?.cancel();
    return resultOf(response);
  } catch (error) {
    return failureOf(error);
  }
}

const CURVE = { name: "ECDH", namedCurve: "P-256" };

/** Whether it is a point of the curve: nothing can be encrypted for another key. */
async function isKey(p256dh: string): Promise<boolean> {
  try {
    const text = atob(p256dh.replaceAll("-", "+").replaceAll("_", "/"));
    const point = Uint8Array.from(text, (byte) => byte.charCodeAt(0));
    const theirs = await crypto.subtle.importKey("raw", point, CURVE, false, []);
    const { privateKey } = await crypto.subtle.generateKey(CURVE, false, ["deriveBits"]);
    await crypto.subtle.deriveBits({ name: "ECDH", public: theirs }, privateKey, 256);
    return true;
  } catch {
    return false;
  }
}

/** As text, without the length, which the body sets. */
const headersOf = (headers: Readonly<Record<string, string | number>>) =>
  Object.entries(headers)
    .filter(([name]) => name !== "Content-Length")
    .map(([name, value]): [string, string] => [name, String(value)]);

function requestFor(
  webpush: typeof import("web-push"),
  { vapidKeys, appUrl }: Environment,
  { endpoint, p256dh, auth }: Subscription,
  { payload, ttl, topic }: Push,
) {
  if (!vapidKeys || !appUrl) throw new Error("VAPID_KEYS and APP_URL must be set");
  return webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: {
      // Push servers only accept https and mailto; a site without https is on this machine.
      subject: appUrl.replace(/^http:/, "https:"),
      ...vapidKeys,
    },
    TTL: ttl,
    topic,
    urgency: "normal",
    contentEncoding: "aes128gcm",
  });
}

function resultOf({ ok, status, headers }: Response): PushResult {
  if (ok) return {};
  const error = `the push server answered ${status}`;
  if (status === 404 || status === 410) return { failure: "gone", error };
  if (status !== 429 && status < 500) return { failure: "failed", error };
  const wait = Number(headers.get("retry-after"));
  return {
    failure: "unsent",
    error,
    ...(wait > 0 && { waitSeconds: Math.min(Math.ceil(wait), 86_400) }),
  };
}

/** Errors of Node.js and Deno, including Deno's permissions at home: the server wasn't reached. */
const NOT_REACHED =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT|\(Connect\)|Requires net access/;

function failureOf(error: unknown): PushResult {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  const said = [message, cause?.code, cause?.message].filter(Boolean).join(": ");
  return { failure: NOT_REACHED.test(said) ? "unsent" : "failed", error: said };
}
