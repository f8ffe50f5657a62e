/** As browsers have it, older and newer ones. */
type LocaleWithWeeks = Intl.Locale & {
  readonly weekInfo?: { readonly firstDay: number };
  getWeekInfo?(): { readonly firstDay: number };
};

/** The first day of a locale's week as `Intl` counts: 6 Saturday, 7 Sunday; all others are Monday here. */
const WEEK_STARTS: Readonly<Record<number, string>> = { 6: "sat", 7: "sun" };

/**
 * How dates and times are usually written where a language is spoken (a BCP 47 tag such as `en-GB`), as
 * a profile keeps it: 'dmy-24-mon'. @throws RangeError for no tag
 */
export function usualStyle(language: string): string {
  const locale: LocaleWithWeeks = new Intl.Locale(language);
  // The first number written gives the order; 20 gives the hours of a day.
  const options = { calendar: "gregory", numberingSystem: "latn", timeZone: "UTC" };
  const written = new Date(Date.UTC(2033, 10, 22, 20)).toLocaleString(language, options);
  const order = { 11: "mdy", 22: "dmy" }[/\d\d/.exec(written)?.[0] ?? ""] ?? "ymd";
  const hours = /\b20\b/.test(written) ? 24 : 12;
  // Not every browser says how weeks begin.
  const firstDay =
    (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? (order === "mdy" ? 7 : 1);
  return `${order}-${hours}-${WEEK_STARTS[firstDay] ?? "mon"}`;
}
