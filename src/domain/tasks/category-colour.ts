/** One of the ten colour sets of a category badge, or grey when there is no name. */
export type CategoryColour = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | "grey";

/** The colour of a category: the same name always gets the same one. */
export function categoryColour(category: string): CategoryColour {
  const name = category.trim();
  if (name === "") return "grey";
  let hash = 0x811c9dc5; // FNV-1a
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  // The low bits alone are uneven for short names: fold the high ones in before the remainder.
  return (((hash ^ (hash >>> 15)) >>> 0) % 10) as CategoryColour;
}
