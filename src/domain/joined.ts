/** Keeps a text of somebody's from turning the words around it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** 'a', 'a and b', 'a, b and c' */
export function joined(names: readonly string[], conjunction = " and "): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")}${conjunction}${last}`;
}
