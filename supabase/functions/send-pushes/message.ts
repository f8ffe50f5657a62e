import type { Locale } from "../../../src/domain/language/locale.ts";
import type { Push } from "../_shared/push.ts";

/** A notification; our worker (src/worker/push.ts) shows it like a browser without a worker. */
export interface Message {
  readonly title: string;
  readonly body: string;
  /** a later one with the same tag replaces it */
  readonly tag: string;
  /** a path of the app, opened by a press */
  readonly path: string;
  /** tokens of signed links, for the buttons */
  readonly links?: { readonly done: string; readonly "put-off"?: string | undefined };
  /** the number of open tasks on Today; absent if unknown */
  readonly badge?: number;
  /** seconds until it is stale */
  readonly ttl: number;
  /** of the person who gets it */
  readonly locale: Locale;
}

/** Bytes of title and body as JSON: with two links of about 300 each, a push stays within 4,096. */
const TITLE_BYTES = 640;
const BODY_BYTES = 1_200;

/** A message in the declarative form (Declarative Web Push), which Safari shows without a worker. */
export async function pushOf(appUrl: string, message: Message): Promise<Push> {
  const { title, body, tag, path, links, badge, ttl, locale } = message;
  const payload = {
    web_push: 8030,
    notification: {
      title: clipped(title, TITLE_BYTES),
      body: clipped(body, BODY_BYTES),
      lang: locale.language,
      dir: "auto",
      tag,
      navigate: `${appUrl}${path}`,
      ...(badge !== undefined && { app_badge: String(badge) }),
      ...(links && { data: links }),
    },
  };
  return { payload: JSON.stringify(payload), ttl, topic: await topicOf(tag) };
}

/** Cuts a text to a number of bytes as JSON in UTF-8, between graphemes. */
function clipped(text: string, most: number): string {
  const bytesOf = (part: string) => new TextEncoder().encode(JSON.stringify(part)).length - 2;
  if (bytesOf(text) <= most) return text;
  let bytes = bytesOf("…");
  let kept = "";
  for (const { segment } of new Intl.Segmenter("en").segment(text)) {
    bytes += bytesOf(segment);
    if (bytes > most) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** A topic has at most 32 characters of base64url (RFC 8030). */
async function topicOf(tag: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(tag));
  return btoa(String.fromCharCode(...new Uint8Array(hash).slice(0, 24)))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
