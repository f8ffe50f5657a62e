import { monthName } from "../dates/format-date.ts";
import { listed } from "../joined.ts";
import type { Locale } from "../language/locale.ts";

/** 'from April to September', 'in May and October'; of months from 1 to 12, in their order. */
export function seasonText(months: readonly number[], locale: Locale): string {
  const isIn = (month: number) => months.includes(((month + 11) % 12) + 1);
  const nameOf = (month: number) => monthName(month, locale);
  const [first, ...others] = months.filter((month) => !isIn(month - 1));
  const last = months.find((month) => !isIn(month + 1));
  return first !== undefined && last !== undefined && others.length === 0 && months.length > 2
    ? locale.t("from {first} to {last} // months", { first: nameOf(first), last: nameOf(last) })
    : locale.t("in {months} // 'in May and October'", {
        months: listed(months.map(nameOf), locale),
      });
}
