import { expect, test } from "vitest";
import { newPasswordProblem } from "./new-password.ts";

test.each([
  ["", ""],
  ["123456", "Use at least 8 characters"],
  ["1234567", "Use at least 8 characters"],
  ["\u{1f511}".repeat(7), "Use at least 8 characters"],
  ["12345678", "Too many people use this password"],
  ["PassWord", "Too many people use this password"],
  ["rust-eel", ""],
  ["a".repeat(72), ""],
  ["a".repeat(73), "Use a shorter password"],
  ["\u{1f511}".repeat(18), ""],
  ["\u{1f511}".repeat(19), "Use a shorter password"],
])("%s: %s", (password, problem) => {
  expect(newPasswordProblem(password)).toBe(problem);
});
