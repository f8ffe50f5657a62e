import { sideBySide } from "../joined.ts";
import type { Locale } from "../language/locale.ts";
import { type Message, msg } from "../language/messages.ts";
import type { DayCounts } from "./heat-map.ts";
import type { Mark } from "./marks.ts";

/** Figures in words and numbers, as people read them. */

/** '93 %'; a dash where it can't be told */
export const percentText = (part: number | null, { t }: Locale): string =>
  part === null ? "–" : t("{percent, number} %", { percent: Math.round(part * 100) });

/** '1 day', '2.5 days'; a dash where it can't be told */
export const daysText = (days: number | null, { t }: Locale): string =>
  days === null ? "–" : t("{days, plural, one {# day} other {# days}}", { days });

/** 'today', '1 day ago', '9 days ago'; 'never' */
export function agoText(day: number | null, today: number, { t }: Locale): string {
  if (day === null) return t("never // when it was last done");
  const days = today - day;
  if (days <= 0) return t("today // within a sentence");
  return t("{days, plural, one {# day} other {# days}} ago", { days });
}

const COUNTS: Readonly<Record<Mark, Message>> = {
  done: msg("{count, plural, one {# done} other {# done}} // how many tasks of a day"),
  late: msg("{count, plural, one {# late} other {# late}} // how many tasks of a day, done late"),
  missed: msg("{count, plural, one {# missed} other {# missed}} // how many tasks of a day"),
  skipped: msg("{count, plural, one {# skipped} other {# skipped}} // how many tasks of a day"),
  paused: msg("{count, plural, one {# paused} other {# paused}} // how many tasks of a day"),
};

/** '3 done, 1 late, 2 missed'; 'nothing' */
export function countsText(counts: DayCounts | undefined, locale: Locale): string {
  const marks = Object.keys(COUNTS) as Mark[];
  const parts = marks
    .map((mark) => ({ mark, count: counts?.[mark] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ mark, count }) => locale.t(COUNTS[mark], { count }));
  return sideBySide(parts, locale) || locale.t("nothing // was due on a day, or done");
}
