import { joined } from "../joined.ts";
import { MONTH_NAMES } from "./rule-text.ts";

/** 'from April to September', 'in May and October'; of months from 1 to 12, in their order. */
export function seasonText(months: readonly number[]): string {
  const isIn = (month: number) => months.includes(((month + 11) % 12) + 1);
  const firsts = months.filter((month) => !isIn(month - 1));
  const lasts = months.filter((month) => !isIn(month + 1));
  const nameOf = (month: number | undefined) => MONTH_NAMES[(month ?? 1) - 1] ?? "";
  if (firsts.length === 1 && months.length > 2)
    return `from ${nameOf(firsts[0])} to ${nameOf(lasts[0])}`;
  return `in ${joined(months.map(nameOf))}`;
}
