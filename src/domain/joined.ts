import type { Locale } from "./language/locale.ts";

/** 'a', 'a and b', 'a, b and c' */
export function joined(names: readonly string[], conjunction = " and "): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")}${conjunction}${last}`;
}

/** `plain`: 'a, b, c' */
const LISTS = { and: "conjunction", or: "disjunction", plain: "unit" } as const;

/** 'a', 'a and b', 'a, b and c', as the reader's language joins them. */
export function listed(
  names: Iterable<string>,
  { tag }: Pick<Locale, "tag">,
  conjunction: keyof typeof LISTS = "and",
): string {
  // The English of the United States has a comma more.
  const list = new Intl.ListFormat(tag === "en" ? "en-GB" : tag, { type: LISTS[conjunction] });
  return list.format(names);
}
