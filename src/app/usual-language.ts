import { type Language, spokenLanguage } from "../domain/language/languages.ts";
import { readKept } from "../store/kept.ts";

/** Where the browser keeps the language in which it was last used. */
export const LAST_SPOKEN = "rota:language";

/** The language of the person who was here last, else the browser's. */
export const usualLanguage = (last = readKept(LAST_SPOKEN)): Language =>
  spokenLanguage([last, ...(globalThis.navigator?.languages ?? [])]);
