import { LinkifyIt } from "linkify-it";

/** A piece of a text; with an address when it is a link. */
export interface TextPart {
  /** where in the text it begins */
  readonly index: number;
  readonly text: string;
  /** absolute: http, https or mailto, nothing else */
  readonly href?: string;
}

/** Only what a browser or a mail program opens; the other two that the library knows are left out. */
const linkify = new LinkifyIt().add("ftp:", null).add("//", null);

/** Cuts a text into links and what stands between them; joined, the parts are the text again. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { index, raw, url } of linkify.match(text) ?? []) {
    if (index > end) parts.push({ index: end, text: text.slice(end, index) });
    // The library leaves a colon at the end, as before a list, in the link.
    const [colon] = /[.,:;!?]*:$/.exec(raw) ?? [""];
    const link = raw.slice(0, raw.length - colon.length);
    parts.push({ index, text: link, href: url.slice(0, url.length - colon.length) });
    end = index + link.length;
  }
  if (end < text.length) parts.push({ index: end, text: text.slice(end) });
  return parts;
}
