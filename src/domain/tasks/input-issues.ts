import { US_ENGLISH } from "../language/locale.ts";

/** One error of an input; the texts are in input-texts.ts, which is loaded when there is one. */
export interface InputIssue {
  /** the field, such as `title` or `shareWith.0`; empty when the input is no object */
  readonly path: string;
  /** in English; what people read is its translation */
  readonly message: string;
}

/** The text of the 'Validation Error' notice. */
export function joinMessages(issues: readonly InputIssue[], { t } = US_ENGLISH): string {
  return issues.map(({ message }) => t(message)).join(", ");
}
