/**
 * How a person writes dates and times. The words are English; nothing that is due depends on it, so it
 * is no parameter of a rule.
 */
export interface DateStyle {
  /** 'Nov 21, 2026', '21 Nov 2026' or '2026-11-21' */
  readonly order: "mdy" | "dmy" | "ymd";
  /** '8:05 PM' or '20:05' */
  readonly hours: "12" | "24";
  /** the first day of the week, in calendars and choices of weekdays */
  readonly weekStart: "sun" | "mon" | "sat";
}

export const US_STYLE: DateStyle = { order: "mdy", hours: "12", weekStart: "sun" };

const FORM = /^(mdy|dmy|ymd)-(12|24)-(sun|mon|sat)$/;

/** As a profile keeps it: 'dmy-24-mon'. */
export const styleText = ({ order, hours, weekStart }: DateStyle): string =>
  `${order}-${hours}-${weekStart}`;

/** The style that a profile keeps; null for a text that is none. */
export function parseStyle(text: string | null | undefined): DateStyle | null {
  if (!text || !FORM.test(text)) return null;
  const [order, hours, weekStart] = text.split("-") as [
    DateStyle["order"],
    DateStyle["hours"],
    DateStyle["weekStart"],
  ];
  return { order, hours, weekStart };
}

/** Locale with its weeks, as newer browsers have them. */
type LocaleWithWeeks = Intl.Locale & {
  readonly weekInfo?: { readonly firstDay: number };
  getWeekInfo?(): { readonly firstDay: number };
};

/** What is usual where a language is spoken, a BCP 47 tag such as `en-GB`; @throws RangeError for no tag */
export function styleOfLanguage(language: string): DateStyle {
  const locale: LocaleWithWeeks = new Intl.Locale(language);
  const order = orderOf(language);
  const { hour12 } = new Intl.DateTimeFormat(language, { hour: "numeric" }).resolvedOptions();
  const firstDay = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay;
  // Some browsers don't say how weeks begin.
  const usual = order === "mdy" ? "sun" : "mon";
  const weekStart = firstDay === undefined ? usual : (WEEK_STARTS[firstDay] ?? "mon");
  return { order, hours: hour12 ? "12" : "24", weekStart };
}

/** As `Intl` counts: 1 Monday to 7 Sunday. */
const WEEK_STARTS: Readonly<Record<number, DateStyle["weekStart"]>> = {
  1: "mon",
  6: "sat",
  7: "sun",
};

function orderOf(language: string): DateStyle["order"] {
  const parts = new Intl.DateTimeFormat(language, { dateStyle: "short" }).formatToParts();
  const first = parts.find(({ type }) => ["year", "month", "day"].includes(type))?.type;
  if (first === "year") return "ymd";
  return first === "month" ? "mdy" : "dmy";
}

/** What is given from Sunday to Saturday, from the week's first day on. */
export function fromWeekStart<T>(days: readonly T[], weekStart: DateStyle["weekStart"]): T[] {
  const first = { sun: 0, mon: 1, sat: 6 }[weekStart];
  return [...days.slice(first), ...days.slice(0, first)];
}

/** Of whoever looks at this page, which is one person. A server, which writes to many, has none. */
let viewersStyle: DateStyle = US_STYLE;

export const getViewersStyle = (): DateStyle => viewersStyle;

/** What is drawn from now on is written like this. */
export function setViewersStyle(style: DateStyle): void {
  viewersStyle = style;
}
