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

export const directionOf = (language: Language): "ltr" | "rtl" =>
  language === "ar" || language === "en-XB" ? "rtl" : "ltr";
