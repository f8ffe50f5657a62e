import { expect, test } from "vitest";
import { seconds } from "./config.ts";

test.each([
  ["1s", 1],
  ["60s", 60],
  ["1m0s", 60],
  ["1m30s", 90],
  ["500ms", 0.5],
  ["1.5h", 5400],
  ["0", 0],
])("%s is %d seconds", (duration, expected) => {
  expect(seconds(duration)).toBe(expected);
});
