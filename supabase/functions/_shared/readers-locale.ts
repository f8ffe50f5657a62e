import { readStyle } from "../../../src/domain/dates/date-style.ts";
import { spokenLanguage } from "../../../src/domain/language/languages.ts";
import { type Locale, localeOf } from "../../../src/domain/language/locale.ts";
import { loadCatalogue } from "../../../src/languages/load.ts";

/** How somebody who isn't in front of the app reads, as their profile keeps it. */
export interface Reader {
  /** a BCP 47 tag; null until it is known */
  readonly language: string | null;
  /** such as 'dmy-24-mon'; null until it is known */
  readonly dateStyle: string | null;
}

/** The locale of a mail's, a push's or a calendar's reader; English for a language that Rota doesn't speak. */
export async function readersLocale({ language, dateStyle }: Reader): Promise<Locale> {
  const spoken = spokenLanguage([language]);
  return localeOf(spoken, await loadCatalogue(spoken), readStyle(dateStyle));
}
