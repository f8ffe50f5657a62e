import { onlineManager } from "@tanstack/react-query";
import { ERROR_TEXTS, type ErrorCode, isErrorCode } from "../domain/tasks/error-codes.ts";
import { type InputIssue, joinMessages } from "../domain/tasks/input-issues.ts";
import { RequestFailure } from "./request-failure.ts";

/** The texts of a failed operation, stated by its feature. */
export interface FailureWords {
  readonly title: string;
  /** absent when the error's own message is for the user */
  readonly description?: string;
  /** instead of both when there is no connection */
  readonly offline?: string;
  /** after the description when there is no connection */
  readonly offlineToo?: string;
  /** the codes whose text in error-codes.ts is the description */
  readonly codes?: readonly ErrorCode[];
  /** whether it sends what the user has entered, and so tells what is wrong with that */
  readonly sendsInput?: boolean;
}

export interface Notice {
  readonly title: string;
  readonly description: string;
}

type More = Partial<Omit<FailureWords, "title">>;

/** 'Error Removing Contact', 'Failed to remove the contact. Please try again.' */
export const failedWords = (title: string, deed: string, more?: More): FailureWords => ({
  title: `Error ${title}`,
  description: `Failed to ${deed}. Please try again.`,
  ...more,
});

/** The same, and offline 'Unable to remove the contact. …'. */
export const errorWords = (title: string, deed: string, more?: More): FailureWords => ({
  ...failedWords(title, deed, more),
  offline: `Unable to ${deed}. Please check your connection and try again.`,
});

/** 'Error Saving Calendar', 'Nothing has changed. Please try again.' */
export const unchangedWords = (title: string, more?: More): FailureWords => ({
  title: `Error ${title}`,
  description: "Nothing has changed. Please try again.",
  ...more,
});

/** The notice for a failed operation. */
export function failureNotice(words: FailureWords, error: unknown): Notice {
  return refusal(words, error) ?? otherFailure(words, error);
}

/** The server's messages by field when it refused an input, else none. */
export function fieldIssues(error: unknown): readonly InputIssue[] {
  return error instanceof RequestFailure ? error.issues : [];
}

export const DUPLICATE_TASK: Notice = {
  title: "Duplicate Task",
  description: ERROR_TEXTS.DUPLICATE_TASK ?? "",
};

/** Refusals that the user, or whoever runs the server, can correct. */
function refusal(words: FailureWords, error: unknown): Notice | null {
  if (!(error instanceof RequestFailure)) return null;
  const { code, issues } = error;
  if (code === "LIMIT_REACHED") {
    return { title: "Limit Reached", description: joinMessages(issues) };
  }
  if (code === "DISK_FULL" || words.codes?.some((known) => known === code)) {
    return { title: words.title, description: textOf(code) };
  }
  if (!words.sendsInput) return null;
  if (code === "DUPLICATE_TASK") return DUPLICATE_TASK;
  if (code === "VALIDATION_FAILED" && issues.length > 0) {
    return { title: "Validation Error", description: joinMessages(issues) };
  }
  return null;
}

const textOf = (code: RequestFailure["code"]) => (isErrorCode(code) && ERROR_TEXTS[code]) || "";

function otherFailure(words: FailureWords, error: unknown): Notice {
  const { title, description = messageOf(error) || "An error occurred.", offlineToo } = words;
  if (!isNetworkLike(error)) return { title, description };
  if (words.offline) return { title: "Connection Error", description: words.offline };
  return { title, description: offlineToo ? `${description} ${offlineToo}` : description };
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
