import type { Locale } from "../language/locale.ts";
import type { Message } from "../language/messages.ts";

/** One error of an input; the texts are in input-texts.ts, which is loaded when there is one. */
export interface InputIssue {
  /** the field, such as `title` or `shareWith.0`; empty when the input is no object */
  readonly path: string;
  readonly message: Message;
}

/** The text of the 'Validation Error' notice. */
export function joinMessages(issues: readonly InputIssue[], { t }: Locale): string {
  return issues.map(({ message }) => t(message)).join(", ");
}
