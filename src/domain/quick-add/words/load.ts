import type { Language } from "../../language/languages.ts";
import type { LanguageWords } from "../language-words.ts";
import { english } from "./en.ts";

/** Each language by itself; English is what the line is read in unless told otherwise. */
const BLOCKS: Readonly<Partial<Record<Language, () => Promise<LanguageWords>>>> = {
  de: async () => (await import("./de.ts")).german,
  fr: async () => (await import("./fr.ts")).french,
  nl: async () => (await import("./nl.ts")).dutch,
  es: async () => (await import("./es.ts")).spanish,
};

/** The words of a language, of English where it has none; rejects when they can't be loaded. */
export const loadLineWords = async (language: Language): Promise<LanguageWords> =>
  (await BLOCKS[language]?.()) ?? english;
