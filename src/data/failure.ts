import { onlineManager } from "@tanstack/react-query";
import type { InputIssue } from "../domain/tasks/task-input.ts";
import { RequestFailure } from "./request-failure.ts";

/** What the user was doing when it failed. */
export type FailedOperation =
  | "load"
  | "create"
  | "update"
  | "delete"
  | "leave"
  | "complete"
  | "undo"
  | "loadHistory"
  | "loadContacts"
  | "addContact"
  | "setTimeZone"
  | "signIn"
  | "signUp"
  | "signOut"
  | "requestPasswordReset"
  | "setNewPassword";

export interface Notice {
  readonly title: string;
  readonly description: string;
}

/**
 * The notice for a failed operation, letter for letter from spec §8. Where the spec has none
 * (leave, loadHistory, setTimeZone), it is worded like its neighbours.
 */
export function failureNotice(operation: FailedOperation, error: unknown): Notice {
  return refusal(operation, error) ?? NOTICES[operation](error);
}

/** The server's messages by field when it refused an input, else none. */
export function fieldIssues(error: unknown): readonly InputIssue[] {
  return error instanceof RequestFailure ? error.issues : [];
}

/** What the user can set right themselves: the same notice for create and update. */
function refusal(operation: FailedOperation, error: unknown): Notice | null {
  if (operation !== "create" && operation !== "update") return null;
  if (!(error instanceof RequestFailure)) return null;
  if (error.code === "DUPLICATE_TASK") {
    return {
      title: "Duplicate Task",
      description:
        "You already have an active task with that title. Please choose a different title.",
    };
  }
  if (error.code === "VALIDATION_FAILED" && error.issues.length > 0) {
    // As joinMessages of the domain does, whose module would bring every schema into the first load.
    const description = error.issues.map(({ message }) => message).join(", ");
    return { title: "Validation Error", description };
  }
  return null;
}

const NOTICES: Record<FailedOperation, (error: unknown) => Notice> = {
  load: (error) => ({
    title: "Error Loading Tasks",
    description: isNetworkLike(error)
      ? "Unable to connect to the server. Please check your internet connection and try again."
      : "Failed to load your tasks. Please try again.",
  }),
  create: always("Error Creating Task", "Problem creating your task."),
  update: always("Error Updating Task", "Failed to update your task. Please try again."),
  delete: always("Error Deleting Task", "Failed to delete your task. Please try again."),
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
  loadHistory: always("Error Loading History", "Failed to load the history. Please try again."),
  loadContacts: withMessage("Failed to load shared contacts"),
  addContact: withMessage("Failed to add contact"),
  setTimeZone: always("Error Saving Time Zone", "Failed to save your time zone. Please try again."),
  signIn: withMessage("Sign In Failed"),
  signUp: withMessage("Sign Up Failed"),
  signOut: withMessage("Sign Out Failed"),
  requestPasswordReset: withMessage("Error sending reset email"),
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

/** Offline, a message containing 'fetch' or 'network', or the code NETWORK_ERROR (spec §8). */
export function isNetworkLike(error: unknown): boolean {
  if (!onlineManager.isOnline()) return true;
  if (error instanceof RequestFailure && error.code === "NETWORK_ERROR") return true;
  return /fetch|network/i.test(messageOf(error));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}
