import { CATEGORY_MAX_LENGTH } from "../tasks/task-input.ts";
import type { Found } from "./language-words.ts";
import type { Word } from "./line-words.ts";

/** As names are compared: '@living-room' is 'Living room'. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]+/g, " ");

/**
 * The category of '@kitchen' or '#kitchen', and of how many words it is: one of those there are, which may
 * have several words, or else a new one of a single word. Null where there is none: '#1', '@ 5'.
 */
export function readCategory(
  line: string,
  words: readonly Word[],
  first: number,
  categories: readonly string[],
): Found<string> | null {
  const word = words[first];
  if (!word || !/^[@#]./u.test(word.text)) return null;
  const nameOf = (count: number) => {
    const last = words[first + count - 1];
    return last && line.slice(word.start + 1, last.end - last.mark.length);
  };
  const known = categories
    .map((category) => ({ said: category, length: category.trim().split(/\s+/).length }))
    .filter(({ said, length }) => plain(nameOf(length) ?? "") === plain(said.trim()))
    .sort((one, other) => other.length - one.length)[0];
  // As one word, by its hyphens.
  const single = categories.find((category) => plain(nameOf(1) ?? "") === plain(category.trim()));
  if (known ?? single) return known ?? { said: single ?? "", length: 1 };
  const name = nameOf(1) ?? "";
  const isName = /^[^\p{P}\p{N}]/u.test(name) && [...name].length <= CATEGORY_MAX_LENGTH;
  return isName ? { said: name, length: 1 } : null;
}
