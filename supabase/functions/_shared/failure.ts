import { US_ENGLISH } from "../../../src/domain/language/locale.ts";
import { inEnglish, type Message } from "../../../src/domain/language/messages.ts";
import { ERROR_STATUS, type ErrorCode } from "../../../src/domain/tasks/error-codes.ts";
import { ERROR_TEXTS } from "../../../src/domain/tasks/error-texts.ts";
import type { InputIssue } from "../../../src/domain/tasks/input-issues.ts";

/** What is wrong with an input; some of it only programs are told. */
type Issue = Pick<InputIssue, "path"> & { readonly message: Message | string };

/** Why a call was refused: the answer `{error: {code, message, issues?}}` with the code's status. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly issues: readonly Issue[] | undefined;
  /** of TOO_MANY_ATTEMPTS: the seconds to wait, where they are known */
  retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, issues?: readonly Issue[]) {
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
  const known = ERROR_TEXTS[code];
  return new Failure(code, known ? inEnglish(known) : "Something went wrong.");
}

/** All broken rules at once, or the limit that was reached. */
export function validationFailure(
  issues: readonly Issue[],
  code: "VALIDATION_FAILED" | "LIMIT_REACHED" = "VALIDATION_FAILED",
): Failure {
  return new Failure(code, issues.map(({ message }) => US_ENGLISH.t(message)).join(", "), issues);
}
