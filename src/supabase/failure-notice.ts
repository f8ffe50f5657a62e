import { onlineManager } from "@tanstack/react-query";
import { ERROR_TEXTS } from "../domain/tasks/error-codes.ts";
import { type InputIssue, joinMessages } from "../domain/tasks/input-texts.ts";
import { RequestFailure, UNREACHABLE } from "./request-failure.ts";

/** What the user was doing when it failed. */
export type FailedOperation =
  | "load"
  | "create"
  | "update"
  | "delete"
  | "restore"
  | "leave"
  | "complete"
  | "undo"
  | "skip"
  | "putOff"
  | "note"
  | "checkLine"
  | "pause"
  | "loadHistory"
  | "loadContacts"
  | "removeContact"
  | "decide"
  | "loadDecisions"
  | "askForTasks"
  | "sendInvitation"
  | "setTimeZone"
  | "setMorningMail"
  | "followMailLink"
  | "export"
  | "import"
  | "closeAccount"
  | "calendar"
  | "signIn"
  | "signUp"
  | "signOut"
  | "requestPasswordReset"
  | "resendConfirmation"
  | "followLink"
  | "setNewPassword";

export interface Notice {
  readonly title: string;
  readonly description: string;
}

/** The notice for a failed operation. */
export function failureNotice(operation: FailedOperation, error: unknown): Notice {
  return refusal(operation, error) ?? NOTICES[operation](error);
}

/** The server's messages by field when it refused an input, else none. */
export function fieldIssues(error: unknown): readonly InputIssue[] {
  return error instanceof RequestFailure ? error.issues : [];
}

export const DUPLICATE_TASK: Notice = {
  title: "Duplicate Task",
  description: ERROR_TEXTS.DUPLICATE_TASK ?? "",
};

/** What sends something that the user has entered. */
const SHOWS_ISSUES: ReadonlySet<FailedOperation> = new Set([
  "create",
  "update",
  "putOff",
  "note",
  "checkLine",
  "restore",
]);

/** Refusals that the user can correct: the same notice whatever they were doing. */
function refusal(operation: FailedOperation, error: unknown): Notice | null {
  if (!(error instanceof RequestFailure)) return null;
  if (error.code === "LIMIT_REACHED") {
    return { title: "Limit Reached", description: joinMessages(error.issues) };
  }
  if (!SHOWS_ISSUES.has(operation)) return null;
  if (error.code === "DUPLICATE_TASK") {
    return DUPLICATE_TASK;
  }
  if (error.code === "VALIDATION_FAILED" && error.issues.length > 0) {
    return { title: "Validation Error", description: joinMessages(error.issues) };
  }
  return null;
}

const IMPORT_STOPPED = byConnection(
  "Unable to import. Please check your connection and try again: it goes on where it stopped.",
  "Error Importing",
  "Failed to import. Please try again: it goes on where it stopped.",
);

const NOTICES: Record<FailedOperation, (error: unknown) => Notice> = {
  load: (error) => ({
    title: "Error Loading Tasks",
    description: isNetworkLike(error)
      ? UNREACHABLE
      : "Failed to load your tasks. Please try again.",
  }),
  create: always("Error Creating Task", "Problem creating your task."),
  update: always("Error Updating Task", "Failed to update your task. Please try again."),
  delete: always("Error Deleting Task", "Failed to delete your task. Please try again."),
  restore: always("Error Bringing Back Task", "Failed to bring back the task. Please try again."),
  leave: always("Error Leaving Task", "Failed to leave the task. Please try again."),
  complete: byConnection(
    "Unable to mark task as complete. Please check your connection and try again.",
    "Error Completing Task",
    "Failed to mark task as complete. Please try again.",
  ),
  undo: byConnection(
    "Unable to undo task completion. Please check your connection and try again.",
    "Error Undoing Task",
    "Failed to undo task completion. Please try again.",
  ),
  skip: byConnection(
    "Unable to skip it. Please check your connection and try again.",
    "Error Skipping Task",
    "Failed to skip it. Please try again.",
  ),
  putOff: byConnection(
    "Unable to put it off. Please check your connection and try again.",
    "Error Putting Off Task",
    "Failed to put it off. Please try again.",
  ),
  note: byConnection(
    "Unable to save the note. Please check your connection and try again.",
    "Error Saving Note",
    "Failed to save the note. Please try again.",
  ),
  checkLine: byConnection(
    "Unable to save the checklist. Please check your connection and try again.",
    "Error Saving Checklist",
    "Failed to save the checklist. Please try again.",
  ),
  pause: byConnection(
    "Unable to save the pause. Please check your connection and try again.",
    "Error Saving Pause",
    "Failed to save the pause. Please try again.",
  ),
  loadHistory: always("Error Loading History", "Failed to load the history. Please try again."),
  loadContacts: withMessage("Failed to load shared contacts"),
  removeContact: always(
    "Error Removing Contact",
    "Failed to remove the contact. Please try again.",
  ),
  decide: (error) => ({
    title: "Error Saving Your Decision",
    description:
      error instanceof RequestFailure && error.code === "INVITATION_NOT_FOUND"
        ? (ERROR_TEXTS.INVITATION_NOT_FOUND ?? "")
        : "Nothing has changed. Please try again.",
  }),
  loadDecisions: always(
    "Error Loading Your Decisions",
    "Failed to load whom you share with. Please try again.",
  ),
  askForTasks: always("Error Asking For It Back", "Nothing has changed. Please try again."),
  sendInvitation: always("Error Sending Invitation", "It was not sent. Please try again."),
  setTimeZone: always("Error Saving Time Zone", "Failed to save your time zone. Please try again."),
  setMorningMail: always("Error Saving Morning Mail", "Nothing has changed. Please try again."),
  followMailLink: byConnection(
    "Nothing has changed. Please check your connection and try again.",
    "Error Following the Link",
    "Nothing has changed. Please try again.",
  ),
  export: byConnection(
    "Unable to download your data. Please check your connection and try again.",
    "Error Downloading Your Data",
    "Failed to download your data. Please try again.",
  ),
  import: (error) =>
    error instanceof RequestFailure && error.code === "IMPORT_NOT_FOUND"
      ? { title: "Error Importing", description: ERROR_TEXTS.IMPORT_NOT_FOUND ?? "" }
      : IMPORT_STOPPED(error),
  closeAccount: byConnection(
    "Unable to close your account. Please check your connection and try again.",
    "Error Closing Your Account",
    "Your account could not be closed. Please try again.",
  ),
  calendar: always("Error Saving Calendar", "Nothing has changed. Please try again."),
  signIn: withMessage("Sign In Failed"),
  signUp: withMessage("Sign Up Failed"),
  signOut: withMessage("Sign Out Failed"),
  requestPasswordReset: withMessage("Error sending reset email"),
  resendConfirmation: withMessage("Error sending confirmation email"),
  followLink: withMessage("The link could not be checked"),
  setNewPassword: withMessage("Password reset failed"),
};

function always(title: string, description: string): () => Notice {
  return () => ({ title, description });
}

function byConnection(offline: string, title: string, description: string) {
  return (error: unknown): Notice =>
    isNetworkLike(error)
      ? { title: "Connection Error", description: offline }
      : { title, description };
}

function withMessage(title: string) {
  return (error: unknown): Notice => ({
    title,
    description: messageOf(error) || "An error occurred.",
  });
}

/** Offline, a message containing 'fetch' or 'network', or the code NETWORK_ERROR. */
export function isNetworkLike(error: unknown): boolean {
  if (!onlineManager.isOnline()) return true;
  if (error instanceof RequestFailure && error.code === "NETWORK_ERROR") return true;
  return /fetch|network/i.test(messageOf(error));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}
