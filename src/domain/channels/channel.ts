import * as v from "valibot";
import { ISSUE_TEXTS } from "../tasks/input-texts.ts";

/** A person's own channel for notifications: a request by HTTP, with slots in its body. */

/** What it is encrypted for. */
export const CHANNEL_PURPOSE = "channel";

/** What a request says by itself. */
const OWN_HEADERS = [
  ...["host", "content-length", "connection", "transfer-encoding", "upgrade", "te", "trailer"],
  ...["expect", "keep-alive", "proxy-connection"],
];

const header = v.object({
  name: v.pipe(
    v.string(ISSUE_TEXTS.INVALID),
    v.regex(/^[A-Za-z0-9-]{1,50}$/, ISSUE_TEXTS.HEADER_INVALID),
    v.check((name) => !OWN_HEADERS.includes(name.toLowerCase()), ISSUE_TEXTS.HEADER_INVALID),
  ),
  // Printable ASCII, so that no value begins another header.
  value: v.pipe(
    v.string(ISSUE_TEXTS.INVALID),
    v.regex(/^[ -~]{1,1000}$/, ISSUE_TEXTS.HEADER_INVALID),
  ),
});

export const CHANNEL = v.object(
  {
    method: v.picklist(["POST", "PUT"], ISSUE_TEXTS.INVALID),
    /** the function that adds it says which may be sent to */
    address: v.pipe(v.string(ISSUE_TEXTS.INVALID), v.maxLength(1_000, ISSUE_TEXTS.ADDRESS_INVALID)),
    headers: v.pipe(
      v.array(header, ISSUE_TEXTS.INVALID),
      v.maxLength(10, ISSUE_TEXTS.HEADER_INVALID),
    ),
    /** with `{title}`, and perhaps `{body}` and `{url}`; JSON stays JSON, whatever is put into it */
    body: v.pipe(
      v.string(ISSUE_TEXTS.INVALID),
      v.maxLength(2_000, ISSUE_TEXTS.CHANNEL_BODY),
      v.includes("{title}", ISSUE_TEXTS.CHANNEL_BODY),
    ),
  },
  ISSUE_TEXTS.INVALID,
);

export type Channel = Readonly<v.InferOutput<typeof CHANNEL>>;

export interface ChannelWords {
  readonly title: string;
  readonly body: string;
  /** where it is read on */
  readonly url: string;
}

/** The request of a channel with these words. */
export function requestOf({ method, headers, body }: Channel, words: ChannelWords) {
  const json = parsed(body);
  const given = headers.map(({ name, value }) => [name, value] as const);
  const type = json === undefined ? "text/plain; charset=utf-8" : "application/json";
  const hasType = given.some(([name]) => name.toLowerCase() === "content-type");
  return {
    method,
    headers: Object.fromEntries(hasType ? given : [["Content-Type", type], ...given]),
    body: json === undefined ? filled(body, words) : JSON.stringify(filledIn(json, words)),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** In one go, so that words with braces are no slots. */
const filled = (text: string, words: ChannelWords): string =>
  text.replace(/\{(title|body|url)\}/g, (_, slot: keyof ChannelWords) => words[slot]);

function filledIn(json: unknown, words: ChannelWords): unknown {
  if (typeof json === "string") return filled(json, words);
  if (Array.isArray(json)) return json.map((one) => filledIn(one, words));
  if (json === null || typeof json !== "object") return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, filledIn(value, words)]),
  );
}
