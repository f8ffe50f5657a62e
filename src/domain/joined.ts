import { isolatedIn } from "./language/isolated.ts";
import type { Locale } from "./language/locale.ts";

/** 'a, b, c': clauses side by side, without an 'and'. */
export const sideBySide = (clauses: readonly string[], { t }: Pick<Locale, "t">): string =>
  clauses.reduce(
    (before, next) => (before ? t("{before}, {next} // side by side", { before, next }) : next),
    "",
  );

const LISTS = { and: "conjunction", or: "disjunction" } as const;

const formats: Record<string, Intl.ListFormat> = {};

/** 'a', 'a and b', 'a, b and c', as the reader's language joins them; a name turns none of the others around. */
export function listed(
  names: Iterable<string>,
  { tag, direction }: Pick<Locale, "tag" | "direction">,
  conjunction: keyof typeof LISTS = "and",
): string {
  const name = `${tag} ${conjunction}`;
  // The English of the United States has a comma more.
  formats[name] ??= new Intl.ListFormat(tag === "en" ? "en-GB" : tag, { type: LISTS[conjunction] });
  return formats[name].format([...names].map((one) => isolatedIn(direction, one)));
}
