const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Keeps a text of somebody's from turning the words around it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** The same, only where the text could turn the words of a sentence in this direction. */
export function isolatedIn(direction: "ltr" | "rtl", text: string): string {
  if (text.startsWith("\u2068")) return text;
  const turns = direction === "ltr" ? RIGHT_TO_LEFT.test(text) : /\p{L}/u.test(text);
  return turns ? isolated(text) : text;
}
