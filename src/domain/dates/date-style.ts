/**
 * How a person writes dates and times. Nothing that is due depends on it.
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

/** The style that a profile keeps as 'dmy-24-mon'; that of the US for a text that is none. */
export function readStyle(text: string | null | undefined): DateStyle {
  const [style, order, hours, weekStart] = FORM.exec(text ?? "") ?? [];
  return style ? ({ order, hours, weekStart } as DateStyle) : US_STYLE;
}

/** Rotates a list from Sunday to Saturday to begin with the first day of the week. */
export function fromWeekStart<T>(
  days: readonly T[],
  { weekStart }: Pick<DateStyle, "weekStart">,
): T[] {
  const first = { sun: 0, mon: 1, sat: 6 }[weekStart];
  return [...days.slice(first), ...days.slice(0, first)];
}
