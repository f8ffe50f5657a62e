import { Buffer } from "node:buffer";
import { createECDH } from "node:crypto";
import webpush from "web-push";
import type { Environment } from "./environment.ts";

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
export type PushFailure = "gone" | "unsent" | "failed";

/** How it went; without a failure the push server took it. */
export interface PushResult {
  readonly failure?: PushFailure;
  readonly error?: string;
  /** seconds for which the push server wants to be left alone */
  readonly waitSeconds?: number;
}

/** The push servers of Chromium, Firefox, Safari and Edge; with a dot before it, all below a domain. */
const KNOWN_HOSTS = [
  "fcm.googleapis.com",
  ".push.services.mozilla.com",
  ".push.apple.com",
  ".notify.windows.com",
];

/** Milliseconds until a push server must have answered. */
const TIMEOUT = 10_000;

/** Whether an endpoint is at a push server that is known here: any other address is a stranger's. */
export function isPushServer({ pushHosts }: Environment, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { href, protocol, hostname } = new URL(endpoint);
  const isAt = (host: string) =>
    host.startsWith(".") ? hostname.endsWith(host) : hostname === host;
  return href === endpoint && protocol === "https:" && [...KNOWN_HOSTS, ...pushHosts].some(isAt);
}

/** The public key to a private one, both in base64url: browsers take pushes that are signed with it alone. */
export function publicKeyOf(vapidKey: string): string {
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(Buffer.from(vapidKey, "base64url"));
  return curve.getPublicKey("base64url");
}

/** Encrypts a push (RFC 8291) and hands it to the device's push server, following no redirect. */
export async function sendPush(
  environment: Environment,
  subscription: Subscription,
  push: Push,
): Promise<PushResult> {
  let request: webpush.RequestDetails;
  try {
    request = requestFor(environment, subscription, push);
  } catch (error) {
    // Its key is none.
    return { failure: "gone", error: String(error) };
  }
  const { "Content-Length": _, ...headers } = request.headers as Record<string, string>;
  try {
    const response = await environment.fetch(subscription.endpoint, {
      method: "POST",
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, `${value}`]),
      ),
      body: request.body as BodyInit,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT),
    });
    await response.body?.cancel();
    return resultOf(response);
  } catch (error) {
    return failureOf(error);
  }
}

function requestFor(
  { vapidKey, appUrl }: Environment,
  { endpoint, p256dh, auth }: Subscription,
  { payload, ttl, topic }: Push,
): webpush.RequestDetails {
  if (!vapidKey || !appUrl) throw new Error("VAPID_PRIVATE_KEY and APP_URL must be set");
  return webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: {
      // Push servers take https and mailto alone; a site without it is this machine's.
      subject: appUrl.replace(/^http:/, "https:"),
      publicKey: publicKeyOf(vapidKey),
      privateKey: vapidKey,
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

/** Of Node.js and of Deno: nobody was reached. */
const NOT_REACHED =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT|\(Connect\)|dns error|tcp connect/;

function failureOf(error: unknown): PushResult {
  const { message, cause } = error as Error & { cause?: { code?: string } };
  const said = `${message} ${cause?.code ?? ""}`.trim();
  return { failure: NOT_REACHED.test(said) ? "unsent" : "failed", error: said };
}
