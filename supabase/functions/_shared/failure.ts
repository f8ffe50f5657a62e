import {
  ERROR_STATUS,
  ERROR_TEXTS,
  type ErrorCode,
} from "../../../src/domain/tasks/error-codes.ts";
import { type InputIssue, joinMessages } from "../../../src/domain/tasks/input-issues.ts";

/** Why a call was refused: the answer `{error: {code, message, issues?}}` with the code's status. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly issues: readonly InputIssue[] | undefined;

  constructor(code: ErrorCode, message: string, issues?: readonly InputIssue[]) {
    super(message);
    this.code = code;
    this.issues = issues;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** A failure that only needs its code. */
export function failure(code: ErrorCode): Failure {
  return new Failure(code, ERROR_TEXTS[code] ?? "Something went wrong.");
}

/** All broken rules at once, or the limit that was reached. */
export function validationFailure(
  issues: readonly InputIssue[],
  code: "VALIDATION_FAILED" | "LIMIT_REACHED" = "VALIDATION_FAILED",
): Failure {
  return new Failure(code, joinMessages(issues), issues);
}
