import { expect, test } from "vitest";
import { categoryColour } from "./category-colour.ts";

test("grey when empty", () => {
  expect(categoryColour("")).toBe("grey");
  expect(categoryColour("  ")).toBe("grey");
});

test("a name always has the same one of ten colours", () => {
  expect(categoryColour("Kitchen")).toBe(categoryColour(" Kitchen "));
  expect(["Kitchen", "Garden", "Work", "家事"].map(categoryColour)).toMatchInlineSnapshot(`
    [
      7,
      9,
      4,
      0,
    ]
  `);
});

test("names spread over all ten", () => {
  const counts = new Map<unknown, number>();
  for (let index = 0; index < 10_000; index++) {
    const colour = categoryColour(`Category ${index}`);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(Math.min(...counts.values())).toBeGreaterThan(800);
});
