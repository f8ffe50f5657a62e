import { expect, test } from "vitest";
import { ERROR_STATUS, isErrorCode } from "./error-codes.ts";

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
