import { expect, test } from "vitest";
import { guessCategory } from "./guess-category.ts";

const task = (title: string, category: string, createdAt = "2090-01-01T00:00:00Z") => ({
  title,
  category,
  createdAt,
});

test.each([
  ["a word in common", "Empty the Dishwasher", "Kitchen"],
  ["the longest word of several", "Clean the dishwasher", "Kitchen"],
  ["nothing in common", "Call grandma", null],
  ["short words say nothing", "Get the key", null],
  ["no title yet", "", null],
])("%s: %j", (_, title, category) => {
  const tasks = [
    task("Fill the dishwasher", "Kitchen"),
    task("Clean the bath", "Bathroom"),
    task("Get the mail", "Home"),
  ];
  expect(guessCategory(title, tasks)).toBe(category);
});

test("of two with the same word the newer one says it", () => {
  const older = task("Water the plants", "Garden", "2090-01-01T00:00:00Z");
  const newer = task("Water the orchids", "Living room", "2090-02-01T00:00:00Z");
  expect(guessCategory("Water everything", [newer, older])).toBe("Living room");
  expect(guessCategory("Water everything", [older, newer])).toBe("Living room");
});
