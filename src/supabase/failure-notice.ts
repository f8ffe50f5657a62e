import type { Locale } from "../domain/language/locale.ts";
import type { Message } from "../domain/language/messages.ts";
import { type ErrorCode, isErrorCode } from "../domain/tasks/error-codes.ts";
import { ERROR_TEXTS } from "../domain/tasks/error-texts.ts";
import { type InputIssue, joinMessages } from "../domain/tasks/input-issues.ts";
import {
  isNetworkLike,
  messageOf,
  NETWORK,
  RequestFailure,
  UNREACHABLE,
} from "./request-failure.ts";

/** The messages of a failed operation, stated by its feature. */
export interface FailureWords {
  readonly title: Message;
  /** absent when the error's own text is for the user */
  readonly description?: Message;
  /** instead of both when there is no connection */
  readonly offline?: Message;
  /** after the description when there is no connection */
  readonly offlineToo?: Message;
  /** of what all of these say */
  readonly values?: Readonly<Record<string, string>>;
  /** the codes whose text in error-codes.ts is the description */
  readonly codes?: readonly ErrorCode[];
  /** what another service's refusals say in other languages than its own, by its codes or its words */
  readonly texts?: Readonly<Record<string, Message>>;
  /** whether it sends what the user has entered, and so tells what is wrong with that */
  readonly sendsInput?: boolean;
}

export interface Notice {
  readonly title: string;
  readonly description: string;
}

/** The notice for a failed operation. */
export function failureNotice(words: FailureWords, error: unknown, locale: Locale): Notice {
  return refusal(words, error, locale) ?? otherFailure(words, error, locale);
}

/** The server's messages by field when it refused an input, else none. */
export function fieldIssues(error: unknown): readonly InputIssue[] {
  return error instanceof RequestFailure ? error.issues : [];
}

export const duplicateTask = ({ t }: Locale): Notice => ({
  title: t("Duplicate Task"),
  description: t(ERROR_TEXTS.DUPLICATE_TASK ?? ""),
});

/** Refusals that the user, or whoever runs the server, can correct. */
function refusal(words: FailureWords, error: unknown, locale: Locale): Notice | null {
  if (!(error instanceof RequestFailure)) return null;
  const { t } = locale;
  const { code, issues } = error;
  if (code === "LIMIT_REACHED") {
    return { title: t("Limit Reached"), description: joinMessages(issues, locale) };
  }
  if (code === "DISK_FULL" || words.codes?.some((known) => known === code)) {
    return { title: t(words.title, words.values), description: t(textOf(code)) };
  }
  if (!words.sendsInput) return null;
  if (code === "DUPLICATE_TASK") return duplicateTask(locale);
  if (code === "VALIDATION_FAILED" && issues.length > 0) {
    return { title: t("Validation Error"), description: joinMessages(issues, locale) };
  }
  return null;
}

const textOf = (code: RequestFailure["code"]) => (isErrorCode(code) && ERROR_TEXTS[code]) || "";

function otherFailure(words: FailureWords, error: unknown, locale: Locale): Notice {
  const { t } = locale;
  const say = (message: Message) => t(message, words.values);
  const { offline, offlineToo } = words;
  const isOffline = isNetworkLike(error);
  if (isOffline && offline) return { title: t("Connection Error"), description: say(offline) };
  const description = words.description ? say(words.description) : ownText(words, error, locale);
  return {
    title: say(words.title),
    description: isOffline && offlineToo ? `${description} ${say(offlineToo)}` : description,
  };
}

/** What an error says by itself: by its code, else in the service's own words. */
function ownText({ texts }: FailureWords, error: unknown, { t, language }: Locale): string {
  const { code } = Object(error);
  const message = messageOf(error);
  if (code === "NETWORK_ERROR") return t(UNREACHABLE);
  if (isErrorCode(code) && ERROR_TEXTS[code]) return t(ERROR_TEXTS[code]);
  const known = texts?.[message] ?? texts?.[String(code)];
  if (known && language !== "en") return t(known);
  if (NETWORK.test(message)) return t("Failed to fetch // there is no connection");
  return message || t("An error occurred.");
}
