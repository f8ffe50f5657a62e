/** The languages that Rota speaks, as BCP 47 tags, each by the name that its speakers give it. */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  nl: "Nederlands",
  es: "Español",
  ar: "العربية",
} as const;

/** English that looks foreign, for whoever looks for texts that no catalogue has and for lines that break. */
export const PSEUDO = {
  "en-XA": "English, longer and with accents",
  "en-XB": "English, from right to left",
} as const;

export type Language = keyof typeof LANGUAGES | keyof typeof PSEUDO;

const isLanguage = (text: string): text is Language =>
  Object.hasOwn(LANGUAGES, text) || Object.hasOwn(PSEUDO, text);

/** Tags that are longer than any language's are not looked at, nor more than a browser has. */
const LONGEST_TAG = 35;
const MOST_TAGS = 20;

/**
 * The first of these BCP 47 tags that Rota speaks, 'de' for 'de-AT'; English for none, and for a text
 * that is no tag.
 */
export function spokenLanguage(tags: readonly (string | null | undefined)[]): Language {
  for (const tag of tags.slice(0, MOST_TAGS)) {
    if (!tag || tag.length > LONGEST_TAG) continue;
    if (isLanguage(tag)) return tag;
    const language = tag.toLowerCase().split("-", 1)[0] ?? "";
    if (isLanguage(language)) return language;
  }
  return "en";
}

/**
 * The tags of an `Accept-Language` header in its order of preference (RFC 9110, section 12.5.4); none
 * for a header of more than a thousand characters.
 */
export function acceptedTags(header: string | null | undefined): string[] {
  if (!header || header.length > 1000) return [];
  return header
    .split(",")
    .map((part) => {
      const [tag = "", quality = ""] = part.split(";").map((text) => text.trim());
      return { tag, quality: quality.startsWith("q=") ? Number(quality.slice(2)) : 1 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

export const directionOf = (language: Language): "ltr" | "rtl" =>
  language === "ar" || language === "en-XB" ? "rtl" : "ltr";
