import * as v from "valibot";
import { type CalendarDate, isCalendarDate } from "../dates/calendar-date.ts";
import { normaliseRule } from "../recurrence/recurrence-rule.ts";
import { REPEAT_VALUES } from "./task.ts";

/** What people may enter for a task, checked alike by the form and the edge functions. */

const TITLE_MIN_LENGTH = 2;
const TITLE_MAX_LENGTH = 100;
const CATEGORY_MAX_LENGTH = 50;
/** Nobody reaches these: the database's own limits, which keep a row at a sensible size. */
const NOTES_MAX_LENGTH = 5000;
const RULE_MAX_LENGTH = 1000;

const INVALID = "Invalid input";

/** Postgres stores neither NUL nor half a surrogate pair. */
const storable = v.check(
  (text: string) => !text.includes("\0") && !/\p{Surrogate}/u.test(text),
  INVALID,
);

/** One message a field: the first rule it breaks. Lengths count code points, as Postgres does. */
const firstMessageOnly = { abortPipeEarly: true };

const title = v.config(
  v.pipe(
    v.string("Title is required"),
    v.trim(),
    v.minLength(1, "Title is required"),
    v.minCodePoints(TITLE_MIN_LENGTH, "Title must be at least 2 characters"),
    v.maxCodePoints(TITLE_MAX_LENGTH, "Title must be less than 100 characters"),
    storable,
  ),
  firstMessageOnly,
);

const category = v.config(
  v.pipe(
    v.string("Category is required"),
    v.trim(),
    v.minLength(1, "Category is required"),
    v.maxCodePoints(CATEGORY_MAX_LENGTH, "Category must be less than 50 characters"),
    storable,
  ),
  firstMessageOnly,
);

/** Optional text: trimmed, and null when nothing is left. */
const optionalText = (maxLength: number) =>
  v.nullable(
    v.pipe(
      v.string(INVALID),
      v.trim(),
      v.maxCodePoints(maxLength, INVALID),
      storable,
      v.transform((text) => text || null),
    ),
  );
const subtitle = optionalText(NOTES_MAX_LENGTH);
const customRruleText = optionalText(RULE_MAX_LENGTH);

const startDate = v.config(
  v.pipe(
    v.string("Start date is required"),
    v.minLength(1, "Start date is required"),
    v.check(isCalendarDate, INVALID),
  ),
  firstMessageOnly,
);

/** A cleared date field sends '', which means no end date. */
const endDate = v.nullable(
  v.pipe(
    v.string(INVALID),
    v.check((text) => text === "" || isCalendarDate(text), INVALID),
    v.transform((text): CalendarDate | null => text || null),
  ),
);

const customRrule = v.pipe(
  optionalText(RULE_MAX_LENGTH),
  v.transform((text) => (text === null ? null : normaliseRule(text))),
);

/** Addresses are canonicalised in SQL alone; empty and repeated ones are ignored. */
const shareWith = v.pipe(
  v.array(v.pipe(v.string("Invalid email"), v.trim()), INVALID),
  v.transform((addresses) => [...new Set(addresses.filter((address) => address !== ""))]),
  v.array(v.pipe(v.string(), v.rfcEmail("Invalid email"))),
);

const id = v.pipe(v.string(INVALID), v.uuid(INVALID), v.toLowerCase());
const repeatValue = v.picklist(REPEAT_VALUES, INVALID);
const isShared = v.boolean(INVALID);

const REQUIRED_MESSAGES: Readonly<Record<string, string>> = {
  title: "Title is required",
  category: "Category is required",
  startDate: "Start date is required",
};

/** The message for a field that is not there at all, or for something that is no object. */
function missing(issue: v.ObjectIssue): string {
  return REQUIRED_MESSAGES[v.getDotPath(issue) ?? ""] ?? INVALID;
}

interface Dates {
  readonly startDate?: CalendarDate | undefined;
  readonly endDate?: CalendarDate | null | undefined;
}

/** Shown on the end date, and only when both dates are given. */
function endsOnOrAfterStart({ startDate, endDate }: Dates): boolean {
  return !startDate || !endDate || endDate >= startDate;
}

const END_BEFORE_START = "End date must be after start date";

/** Input of create-task. Dates are `yyyy-MM-dd`; a rule is kept only when the repeat is custom. */
export const createTaskSchema = v.pipe(
  v.object(
    {
      id,
      title,
      category,
      subtitle: v.optional(subtitle, null),
      startDate,
      endDate: v.optional(endDate, null),
      repeatValue: v.optional(repeatValue, "daily"),
      customRrule: v.optional(customRrule, null),
      customRruleText: v.optional(customRruleText, null),
      isShared: v.optional(isShared, false),
      shareWith: v.optional(shareWith, []),
    },
    missing,
  ),
  v.forward(v.partialCheck([["startDate"], ["endDate"]], endsOnOrAfterStart, END_BEFORE_START), [
    "endDate",
  ]),
  v.transform((input) =>
    input.repeatValue === "custom" ? input : { ...input, customRrule: null, customRruleText: null },
  ),
);

/** Input of update-task: a field that is absent stays as it is, and is not checked. */
export const updateTaskSchema = v.pipe(
  v.object(
    {
      id,
      title: v.optional(title),
      category: v.optional(category),
      subtitle: v.optional(subtitle),
      startDate: v.optional(startDate),
      endDate: v.optional(endDate),
      repeatValue: v.optional(repeatValue),
      customRrule: v.optional(customRrule),
      customRruleText: v.optional(customRruleText),
      isShared: v.optional(isShared),
      shareWith: v.optional(shareWith),
    },
    missing,
  ),
  v.forward(v.partialCheck([["startDate"], ["endDate"]], endsOnOrAfterStart, END_BEFORE_START), [
    "endDate",
  ]),
  v.transform((input) =>
    input.repeatValue === undefined || input.repeatValue === "custom"
      ? input
      : { ...input, customRrule: null, customRruleText: null },
  ),
);

/** Input of delete-task. */
export const deleteTaskSchema = v.object({ id }, missing);

/** What a caller may send. */
export type CreateTaskInput = v.InferInput<typeof createTaskSchema>;
export type UpdateTaskInput = v.InferInput<typeof updateTaskSchema>;

export interface InputIssue {
  /** the field, such as `title` or `shareWith.0`; empty when the input is no object */
  readonly path: string;
  readonly message: string;
}

export type InputResult<T> =
  | { readonly ok: true; readonly input: T }
  | { readonly ok: false; readonly issues: readonly InputIssue[] };

/** Checks an input against one of the schemas above and reports every field's message at once. */
export function checkInput<TSchema extends v.GenericSchema>(
  schema: TSchema,
  raw: unknown,
): InputResult<v.InferOutput<TSchema>> {
  const result = v.safeParse(schema, raw);
  if (result.success) return { ok: true, input: result.output };
  const issues = result.issues.map((issue) => ({
    path: v.getDotPath(issue) ?? "",
    message: issue.message,
  }));
  return { ok: false, issues };
}

/** The text of the 'Validation Error' notice. */
export function joinMessages(issues: readonly InputIssue[]): string {
  return issues.map((issue) => issue.message).join(", ");
}
