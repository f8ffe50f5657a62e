import type { Language } from "../domain/language/languages.ts";
import type { Catalogue } from "../domain/language/messages.ts";

type File = () => Promise<{ readonly default: Catalogue }>;

/** Each language by itself; English stands in the code. */
const FILES: Readonly<Record<Exclude<Language, "en">, File>> = {
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  nl: () => import("./nl.ts"),
  es: () => import("./es.ts"),
  ar: () => import("./ar.ts"),
  "en-XA": () => import("./pseudo.ts"),
  "en-XB": () => import("./pseudo.ts"),
};

/** A language's translations; rejects when they can't be loaded. */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  return language === "en" ? {} : (await FILES[language]()).default;
}
