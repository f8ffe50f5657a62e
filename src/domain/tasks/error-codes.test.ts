import { expect, test } from "vitest";
import { ERROR_STATUS, isErrorCode } from "./error-codes.ts";
import { ERROR_TEXTS } from "./error-texts.ts";

test("only our own codes are error codes", () => {
  expect(isErrorCode("TASK_NOT_FOUND")).toBe(true);
  for (const other of ["toString", "", "task_not_found", 404, null, undefined]) {
    expect(isErrorCode(other)).toBe(false);
  }
});

test("each has an HTTP status of a failure", () => {
  for (const status of Object.values(ERROR_STATUS)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
  }
});

test("what is refused may be about a task or an absence", () => {
  expect(ERROR_TEXTS.NOT_ALLOWED).not.toMatch(/task|owner/);
});
