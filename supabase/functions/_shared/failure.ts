import { ERROR_STATUS, type ErrorCode } from "../../../src/domain/tasks/error-codes.ts";
import { type InputIssue, joinMessages } from "../../../src/domain/tasks/task-input.ts";

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

/** Messages of the failures that the database finds; spec §8 where it has a text. */
const MESSAGES: Partial<Record<ErrorCode, string>> = {
  DUPLICATE_TASK:
    "You already have an active task with that title. Please choose a different title.",
  TASK_NOT_FOUND: "There is no such task.",
  NOT_ALLOWED: "Only its owner may do this to a task.",
  UNAUTHENTICATED: "Sign in first.",
};

/** A failure by its code alone, with a general message. */
export function failure(code: ErrorCode): Failure {
  return new Failure(code, MESSAGES[code] ?? "Something went wrong.");
}

/** Every broken rule at once (spec §5). */
export function validationFailure(issues: readonly InputIssue[]): Failure {
  return new Failure("VALIDATION_FAILED", joinMessages(issues), issues);
}
