import { expect, test } from "vitest";
import { likelyStart } from "./start-date.ts";

const TODAY = "2026-11-21";

test.each([
  // Digits left out, in a date field that fills up with zeros.
  ["0205-03-01", "2025-03-01"],
  ["0026-03-01", "2026-03-01"],
  ["0002-03-01", "2026-03-01"],
  ["0202-03-01", "2026-03-01"],
  ["0225-03-01", "2025-03-01"],
  // One digit is another.
  ["1025-03-01", "2025-03-01"],
  ["2015-03-01", "2025-03-01"],
  ["1026-12-24", "2026-12-24"],
  ["2016-12-24", "2026-12-24"],
  ["2020-12-24", "2025-12-24"],
  // No slip: the latest such day, today included.
  ["1900-01-01", "2026-01-01"],
  ["1900-11-21", "2026-11-21"],
  ["1900-12-25", "2025-12-25"],
  ["0001-01-01", "2026-01-01"],
  ["2019-06-30", "2026-06-30"],
  // A leap day comes in few years.
  ["1904-02-29", "2024-02-29"],
])("%s was probably meant to be %s", (entered, meant) => {
  expect(likelyStart(entered, TODAY)).toBe(meant);
});

test.each(["2021-11-21", "2021-11-22", "2026-11-21", "2027-01-01", "9999-12-31", "", "1900-02-30"])(
  "%s is not asked about",
  (entered) => {
    expect(likelyStart(entered, TODAY)).toBeNull();
  },
);

test("more than five years back begins the day before", () => {
  expect(likelyStart("2021-11-20", TODAY)).not.toBeNull();
});

test("nothing is asked when no year nearby has the day", () => {
  expect(likelyStart("1896-02-29", "2102-06-01")).toBeNull();
});
