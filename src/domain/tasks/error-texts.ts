import { type Message, msg } from "../language/messages.ts";
import type { ErrorCode } from "./error-codes.ts";

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
  TOO_MANY_ATTEMPTS: msg("Too many attempts. Try again later."),
};
