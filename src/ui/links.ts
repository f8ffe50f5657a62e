import { LinkifyIt } from "linkify-it";

export interface TextPart {
  readonly index: number;
  readonly text: string;
  /** absolute: http, https or mailto, nothing else */
  readonly href?: string;
}

/** Web and mail addresses only, without the library's ftp: and //. */
const linkify = new LinkifyIt().add("ftp:", null).add("//", null);

/** The parts joined are the whole text. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { index, raw, url } of linkify.match(text) ?? []) {
    if (index > end) parts.push({ index: end, text: text.slice(end, index) });
    // The library includes a trailing colon in the link.
    const [colon] = /[.,:;!?]*:$/.exec(raw) ?? [""];
    const link = raw.slice(0, raw.length - colon.length);
    parts.push({ index, text: link, href: url.slice(0, url.length - colon.length) });
    end = index + link.length;
  }
  if (end < text.length) parts.push({ index: end, text: text.slice(end) });
  return parts;
}
