import { expect, test } from "vitest";
import { US_ENGLISH } from "../language/locale.ts";
import { seasonText } from "./season-text.ts";

test.each([
  [[5], "in May"],
  [[5, 6], "in May and June"],
  [[5, 10], "in May and October"],
  [[4, 5, 6, 7, 8, 9], "from April to September"],
  [[1, 2, 11, 12], "from November to February"],
  [[1, 2, 3], "from January to March"],
  [[1, 12], "in January and December"],
  [[1, 2, 5, 12], "in January, February, May and December"],
])("%j", (months, text) => {
  expect(seasonText(months, US_ENGLISH)).toBe(text);
});
