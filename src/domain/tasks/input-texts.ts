/** What is wrong with an input, by the codes that SQL raises and the schemas name. */
export const INPUT_TEXTS = {
  INVALID: "Invalid input",
  TITLE_REQUIRED: "Title is required",
  TITLE_TOO_SHORT: "Title must be at least 2 characters",
  TITLE_TOO_LONG: "Title must be less than 100 characters",
  CATEGORY_REQUIRED: "Category is required",
  CATEGORY_TOO_LONG: "Category must be less than 50 characters",
  NOTES_TOO_LONG: "Notes must be at most 5000 characters",
  START_DATE_REQUIRED: "Start date is required",
  END_BEFORE_START: "End date must be after start date",
  RULE_TOO_LONG: "The rule is too long",
  CHECKLIST_TOO_LONG: "A checklist has at most 20 lines",
  CHECKLIST_LINE_TOO_LONG: "A line of a checklist has at most 200 characters",
  CHECKLIST_LINE_TWICE: "A checklist has each line once",
  NOTE_TOO_LONG: "A note has at most 500 characters",
  INVALID_EMAIL: "Invalid email",
  OWN_ADDRESS: "You cannot share a task with yourself",
  TOO_MANY_SHARES: "A task can be shared with at most 50 people",
  NAME_TOO_LONG: "Name must be at most 100 characters",
  UNKNOWN_TIME_ZONE: "Unknown time zone",
} as const;

export interface InputIssue {
  /** the field, such as `title` or `shareWith.0`; empty when the input is no object */
  readonly path: string;
  readonly message: string;
}

interface CodedIssue {
  readonly path: string;
  readonly code: string;
}

/** The issues in the `details` of a database error, `[{path, code}]` as JSON; none when there are none. */
export function readIssues(details: string | null | undefined): InputIssue[] {
  if (!details?.startsWith("[")) return [];
  return (JSON.parse(details) as CodedIssue[]).map(({ path, code }) => ({
    path,
    message: Object.entries(INPUT_TEXTS).find(([known]) => known === code)?.[1] ?? code,
  }));
}

/** The text of the 'Validation Error' notice. */
export function joinMessages(issues: readonly InputIssue[]): string {
  return issues.map((issue) => issue.message).join(", ");
}
