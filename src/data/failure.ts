/** What the user was doing when it failed. */
export type FailedOperation =
  | "load"
  | "create"
  | "update"
  | "delete"
  | "leave"
  | "complete"
  | "undo"
  | "loadContacts"
  | "addContact"
  | "setTimeZone"
  | "loadHistory"
  | "signIn"
  | "signUp"
  | "signOut"
  | "requestPasswordReset"
  | "setNewPassword";

export interface Notice {
  readonly title: string;
  readonly description: string;
}

/** The notice of spec §8 for a failed operation. */
export function failureNotice(_operation: FailedOperation, _error: unknown): Notice {
  throw new Error("Being written.");
}

/** The server's messages by field (create/update refused with VALIDATION_FAILED), else none. */
export function fieldIssues(_error: unknown): readonly { path: string; message: string }[] {
  throw new Error("Being written.");
}
