import type { Language } from "../language/languages.ts";
import { english } from "./english.ts";
import type { LanguageWords } from "./language-words.ts";

/** Each language by itself; English is what the line is read in unless told otherwise. */
const BLOCKS: Readonly<Partial<Record<Language, () => Promise<LanguageWords>>>> = {
  de: async () => (await import("./german.ts")).german,
  fr: async () => (await import("./french.ts")).french,
  nl: async () => (await import("./dutch.ts")).dutch,
  es: async () => (await import("./spanish.ts")).spanish,
};

/** The words of a language, of English where it has none; rejects when they can't be loaded. */
export const loadLineWords = async (language: Language): Promise<LanguageWords> =>
  (await BLOCKS[language]?.()) ?? english;
