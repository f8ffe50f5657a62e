import formatMessage, { type CompiledMessage } from "icu-minify/format";
import { type DateStyle, US_STYLE } from "../dates/date-style.ts";
import { isolatedIn } from "./isolated.ts";
import { directionOf, type Language } from "./languages.ts";
import { type ArgumentsOf, type Catalogue, compileEnglish, type Message } from "./messages.ts";

/**
 * How somebody reads: their language, and how they write dates. Nothing that is due depends on it.
 */
export interface Locale extends DateStyle {
  readonly language: Language;
  /** a BCP 47 tag for `Intl`, whose digits are 0 to 9 */
  readonly tag: string;
  readonly direction: "ltr" | "rtl";
  /** A message in this language, its slots filled; in English where the catalogue lacks it. */
  readonly t: <const M extends string>(message: M | Message, ...values: ArgumentsOf<M>) => string;
  /** A message with marked parts ('Read <a>how</a>'), each made by the function of its name. */
  readonly parts: <Part>(
    message: string,
    values: Readonly<Record<string, string | number | ((inner: readonly unknown[]) => Part)>>,
  ) => readonly (string | Part)[];
}

const TAGS: Partial<Record<Language, string>> = {
  ar: "ar-u-nu-latn",
  "en-XA": "en",
  "en-XB": "en",
};

type Of<Format extends abstract new (...of: never) => unknown> = ConstructorParameters<Format>;

const plurals: Record<string, Intl.PluralRules> = {};
const numbers: Record<string, Intl.NumberFormat> = {};

const formatters = {
  getPluralRules: (...[tag, options]: Of<typeof Intl.PluralRules>) =>
    (plurals[`${tag} ${options?.type}`] ??= new Intl.PluralRules(tag, options)),
  getNumberFormat: (...[tag]: Of<typeof Intl.NumberFormat>) =>
    (numbers[`${tag}`] ??= new Intl.NumberFormat(tag)),
  getDateTimeFormat: (...of: Of<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...of),
};

const compiled = new Map<string, CompiledMessage>();

function englishOf(message: string): CompiledMessage {
  const known = compiled.get(message) ?? compileEnglish(message);
  compiled.set(message, known);
  return known;
}

/** The locale of a language with its catalogue (none for English) and a style of dates. */
export function localeOf(language: Language, catalogue: Catalogue, style: DateStyle): Locale {
  const tag = TAGS[language] ?? language;
  const direction = directionOf(language);

  function said(message: string, values: Readonly<Record<string, unknown>>): unknown {
    const filled: Record<string, never> = {};
    for (const [name, value] of Object.entries(values)) {
      const isShown = typeof value === "string" && !message.includes(`{${name}, select`);
      filled[name] = (isShown ? isolatedIn(direction, value) : value) as never;
    }
    return formatMessage(catalogue[message] ?? englishOf(message), tag, filled, { formatters });
  }

  return {
    ...style,
    language,
    tag,
    direction,
    t: (message, ...[values = {}]) => String(said(message as string, values)),
    parts: (message, values) => [said(message, values)].flat() as never,
  };
}

/** English as the United States write it. */
export const US_ENGLISH = localeOf("en", {}, US_STYLE);
