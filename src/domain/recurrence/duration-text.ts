import type { Locale } from "../language/locale.ts";
import { type Message, msg } from "../language/messages.ts";

/** Intervals in words, apart from rules, whose words the first screen does without. */

const AFTER_DONE: Readonly<Record<string, Message>> = {
  D: msg("{n, plural, one {# day} other {# days}} after it was done"),
  W: msg("{n, plural, one {# week} other {# weeks}} after it was done"),
  M: msg("{n, plural, one {# month} other {# months}} after it was done"),
};

/** '3 days after it was done', of an ISO 8601 duration such as `P3D`. */
export const afterDoneText = (duration: string, locale: Locale) =>
  ofDuration(AFTER_DONE, duration, locale);

/** One of the texts for days, weeks and months. */
export function ofDuration(texts: typeof AFTER_DONE, duration: string, { t }: Locale): string {
  const text = texts[duration.at(-1) ?? ""] ?? texts.D;
  return text ? t(text, { n: Number.parseInt(duration.slice(1), 10) }) : "";
}
