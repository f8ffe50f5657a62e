import type { Push } from "../_shared/push.ts";

/** What a notification says; our own worker (src/worker/push.ts) shows the same as a browser without it. */
export interface Message {
  readonly title: string;
  readonly body: string;
  /** a later one with the same tag takes its place */
  readonly tag: string;
  /** where a press leads: a path of the app */
  readonly path: string;
  /** tokens of signed links, for the buttons */
  readonly links?: { readonly done: string; readonly "put-off"?: string | undefined };
  /** how many are open on Today; left out where nobody has counted */
  readonly badge?: number;
  /** seconds for which it is worth telling */
  readonly ttl: number;
}

/** Bytes of a title and a body as JSON: with two links of some 300 each, a push stays within 4,096. */
const TITLE_BYTES = 640;
const BODY_BYTES = 1_200;

/** A message in the declarative form (Declarative Web Push), which Safari shows without a worker. */
export async function pushOf(appUrl: string, message: Message): Promise<Push> {
  const { title, body, tag, path, links, badge, ttl } = message;
  const payload = {
    web_push: 8030,
    notification: {
      title: clipped(title, TITLE_BYTES),
      body: clipped(body, BODY_BYTES),
      lang: "en",
      dir: "auto",
      tag,
      navigate: `${appUrl}${path}`,
      ...(badge !== undefined && { app_badge: String(badge) }),
      ...(links && { data: links }),
    },
  };
  return { payload: JSON.stringify(payload), ttl, topic: await topicOf(tag) };
}

/** A text that is at most so many bytes long as JSON in UTF-8, cut between what people take for characters. */
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
