/** Text as Rota keeps it, from what other programs store. */

const BLOCK_END = /<(?:br|hr)\b[^>]*>|<\/(?:p|div|li|tr|h[1-6]|ul|ol|blockquote|pre)>/gi;
const TAG = /<\/?[a-z][^<>]*>/gi;

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " },
};

/** Without NUL and halves of surrogate pairs, which PostgreSQL stores not. */
export const storableText = (text: string): string =>
  text.replaceAll(/[\0\p{Surrogate}]/gu, "").normalize("NFC");

/** One line of it. */
export const oneLine = (text: string): string => storableText(text).replaceAll(/\s+/g, " ").trim();

/** What an editor of rich text has stored as HTML, as plain text; a text without tags stays as it is. */
export function plainText(html: string): string {
  const text = storableText(html);
  if (text.search(TAG) === -1) return text.trim();
  return text
    .replaceAll(/\r?\n/g, " ")
    .replaceAll(/<li\b[^>]*>/gi, "- ")
    .replaceAll(BLOCK_END, "\n")
    .replaceAll(TAG, "")
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, entity)
    .replaceAll(/[ \t]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function entity(all: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? all;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
    ? String.fromCodePoint(code)
    : "";
}

/** Cut to so many code points, with '…' at the end where something is missing. */
export function cutTo(text: string, most: number): string {
  const points = [...text];
  return points.length > most
    ? `${points
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`
    : text;
}
