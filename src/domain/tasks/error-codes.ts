import { type Message, msg } from "../language/messages.ts";

/** The stable error codes of the functions and the database, with their HTTP status. */
export const ERROR_STATUS = {
  VALIDATION_FAILED: 422,
  LIMIT_REACHED: 422,
  UNAUTHENTICATED: 401,
  NOT_ALLOWED: 403,
  TASK_NOT_FOUND: 404,
  INVITATION_NOT_FOUND: 404,
  IMPORT_NOT_FOUND: 404,
  CLAIM_NOT_FOUND: 404,
  HOUSEHOLD_NOT_FOUND: 404,
  LINK_NOT_VALID: 404,
  DUPLICATE_TASK: 409,
  ALREADY_DONE: 409,
  PUT_OFF: 409,
  CHANGED_SINCE: 409,
  LAST_KEEPER: 409,
  LAST_OPERATOR: 409,
  ALREADY_JOINED: 409,
  ACCOUNT_EXISTS: 409,
  TURN_TAKEN: 409,
  NOTE_CHANGED: 409,
  UNDO_TOO_LATE: 409,
  IMPORT_IN_USE: 409,
  COMPLETION_NOT_YOURS: 403,
  METHOD_NOT_ALLOWED: 405,
  ORIGIN_NOT_ALLOWED: 403,
  WRONG_PASSWORD: 403,
  WEAK_PASSWORD: 422,
  TOO_MANY_ATTEMPTS: 429,
  PAYLOAD_TOO_LARGE: 413,
  KEY_REUSED: 422,
  NOT_FOUND: 404,
  INTERNAL: 500,
  DISK_FULL: 507,
} as const;

/** PostgreSQL's code for a full disk (SQLSTATE). */
export const SQLSTATE_DISK_FULL = "53100";

export type ErrorCode = keyof typeof ERROR_STATUS;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(ERROR_STATUS, value);
}

/** The user's text for codes that have one; a feature's `FailureWords` name those it expects. */
export const ERROR_TEXTS: Partial<Record<ErrorCode, Message>> = {
  DUPLICATE_TASK: msg(
    "You already have an active task with that title. Please choose a different title.",
  ),
  ALREADY_DONE: msg("It is done or skipped already."),
  PUT_OFF: msg("It was put off to another day meanwhile."),
  CHANGED_SINCE: msg("It was changed since then."),
  TURN_TAKEN: msg("Somebody else has taken this turn."),
  NOTE_CHANGED: msg("Somebody else wrote this note meanwhile. Nothing was replaced."),
  UNDO_TOO_LATE: msg(
    "The schedule has changed since, or a day has passed: this can't be undone any more.",
  ),
  TASK_NOT_FOUND: msg("This task no longer exists."),
  INVITATION_NOT_FOUND: msg("This invitation is no longer there."),
  IMPORT_NOT_FOUND: msg("It is no longer there. Choose the file again."),
  CLAIM_NOT_FOUND: msg("This was answered before."),
  IMPORT_IN_USE: msg(
    "Something was done with it since, so it can't be taken back as a whole any more: delete what you don't want.",
  ),
  HOUSEHOLD_NOT_FOUND: msg("You no longer belong to this household."),
  LAST_KEEPER: msg("A household needs an admin with an account: make somebody else one first."),
  LAST_OPERATOR: msg(
    "Nobody else runs this server: whoever can use its shell makes somebody so first.",
  ),
  ALREADY_JOINED: msg("You belong to this household already."),
  ACCOUNT_EXISTS: msg("This address has an account: sign in with its password."),
  LINK_NOT_VALID: msg("This link no longer works."),
  NOT_ALLOWED: msg("You are not allowed to do this."),
  UNAUTHENTICATED: msg("Sign in first."),
  WRONG_PASSWORD: msg("This is not your password."),
  WEAK_PASSWORD: msg("This password is too easy to guess: choose another one."),
  PAYLOAD_TOO_LARGE: msg("This is too large."),
  DISK_FULL: msg(
    "The server's disk is full, so nothing can be saved. Please tell whoever runs this Rota.",
  ),
  TOO_MANY_ATTEMPTS: msg("Too many attempts. Try again in 15 minutes."),
};
