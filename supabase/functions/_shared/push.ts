import type { Environment } from "./environment.ts";
import { KNOWN_PUSH_HOSTS } from "./push-hosts.ts";

/** Where a browser takes pushes, and the keys for which they are encrypted. */
export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** One push to one device. */
export interface Push {
  /** the declarative form, as JSON */
  readonly payload: string;
  /** seconds for which a push server keeps it for a device that is off */
  readonly ttl: number;
  /** of those that wait for a device, a later one of a topic takes the place of the earlier one */
  readonly topic: string;
}

/**
 * `gone`: the browser takes none any more. `unsent`: certainly not taken, may be tried again. `failed`: refused
 * for good, or nobody knows.
 */
type PushFailure = "gone" | "unsent" | "failed";

/** How it went; without a failure the push server took it. */
export interface PushResult {
  readonly failure?: PushFailure;
  readonly error?: string;
  /** seconds for which the push server wants to be left alone */
  readonly waitSeconds?: number;
}

/** Milliseconds until a push server must have answered. */
const TIMEOUT = 10_000;

/** Whether an endpoint is at a push server that is known here: any other address is a stranger's. */
export function isPushServer({ pushHosts }: Environment, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { href, protocol, hostname } = new URL(endpoint);
  const isAt = (host: string) =>
    host.startsWith(".") ? hostname.endsWith(host) : hostname === host;
  return (
    href === endpoint && protocol === "https:" && [...KNOWN_PUSH_HOSTS, ...pushHosts].some(isAt)
  );
}

/** Encrypts a push (RFC 8291) and hands it to the device's push server, following no redirect. */
export async function sendPush(
  environment: Environment,
  subscription: Subscription,
  push: Push,
): Promise<PushResult> {
  if (!(await isKey(subscription.p256dh))) return { failure: "gone", error: "its key is none" };
  // With the first push: who sends none needs no memory for it.
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

/** Whether it is a point of the curve: nothing can be encrypted for another. */
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

/** As text, without the length, which is the body's. */
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
      // Push servers take https and mailto alone; a site without it is this machine's.
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

/** Of Node.js and of Deno, whose permissions are a home's: nobody was reached. */
const NOT_REACHED =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT|\(Connect\)|Requires net access/;

function failureOf(error: unknown): PushResult {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  const said = [message, cause?.code, cause?.message].filter(Boolean).join(": ");
  return { failure: NOT_REACHED.test(said) ? "unsent" : "failed", error: said };
}
