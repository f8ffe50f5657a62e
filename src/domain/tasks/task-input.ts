import * as v from "valibot";
import { type CalendarDate, isCalendarDate } from "../dates/calendar-date.ts";
import { type Message, msg } from "../language/messages.ts";
import { normaliseRule } from "../recurrence/recurrence-rule.ts";
import { TURN_LENGTHS } from "../turns/turn-types.ts";
import type { InputIssue } from "./input-issues.ts";
import { ISSUE_TEXTS } from "./input-texts.ts";
import { MISSED_POLICIES } from "./missed-policies.ts";
import { REPEAT_VALUES, type RepeatValue } from "./repeat-values.ts";

/** The fields of a task, checked alike by the form and the edge functions. */

export const TITLE_MIN_LENGTH = 2;
const TITLE_MAX_LENGTH = 100;
export const CATEGORY_MAX_LENGTH = 50;
/** No rule of the product: they bound the size of a row. */
const NOTES_MAX_LENGTH = 5000;
const RULE_MAX_LENGTH = 1000;
export const WAITS_FOR_MAX_LENGTH = 100;
export const CHECKLIST_MAX_LINES = 20;
export const CHECKLIST_LINE_MAX_LENGTH = 100;
const ROSTER_MAX_PEOPLE = 50;

const { INVALID } = ISSUE_TEXTS;

/** Postgres stores neither NUL nor half a surrogate pair. */
export const storable = v.check(
  (text: string) => !text.includes("\0") && !/\p{Surrogate}/u.test(text),
  INVALID,
);

/** As text is stored: trimmed, and in one Unicode form, so that what looks the same is the same. */
const entered = v.pipe(v.string(), v.trim(), v.normalize("NFC"));

/** One message a field: the first rule it breaks. Lengths count code points, as Postgres does. */
const firstMessageOnly = { abortPipeEarly: true };

const title = v.config(
  v.pipe(
    v.string(ISSUE_TEXTS.TITLE_REQUIRED),
    entered,
    v.minLength(1, ISSUE_TEXTS.TITLE_REQUIRED),
    v.minCodePoints(TITLE_MIN_LENGTH, ISSUE_TEXTS.TITLE_TOO_SHORT),
    v.maxCodePoints(TITLE_MAX_LENGTH, ISSUE_TEXTS.TITLE_TOO_LONG),
    storable,
  ),
  firstMessageOnly,
);

const category = v.config(
  v.pipe(
    v.string(ISSUE_TEXTS.CATEGORY_REQUIRED),
    entered,
    v.minLength(1, ISSUE_TEXTS.CATEGORY_REQUIRED),
    v.maxCodePoints(CATEGORY_MAX_LENGTH, ISSUE_TEXTS.CATEGORY_TOO_LONG),
    storable,
  ),
  firstMessageOnly,
);

/** Optional text: trimmed, and null when nothing is left. */
const optionalText = (maxLength: number) =>
  v.nullable(
    v.pipe(
      v.string(INVALID),
      entered,
      v.maxCodePoints(maxLength, INVALID),
      storable,
      v.transform((text) => text || null),
    ),
  );
const subtitle = optionalText(NOTES_MAX_LENGTH);
const customRruleText = optionalText(RULE_MAX_LENGTH);

const startDate = v.config(
  v.pipe(
    v.string(ISSUE_TEXTS.START_DATE_REQUIRED),
    v.minLength(1, ISSUE_TEXTS.START_DATE_REQUIRED),
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

/** Interval task: due 1 to 999 days, weeks or months after it was last done, as an ISO 8601 duration (`P3D`). */
const afterDone = v.nullable(v.pipe(v.string(INVALID), v.regex(/^P[1-9]\d{0,2}[DWM]$/, INVALID)));

/** Due when this happens, as another program names it; matched without regard to case. */
export const waitsForName = v.config(
  v.pipe(
    v.string(INVALID),
    entered,
    v.minLength(1, ISSUE_TEXTS.WAITS_FOR_REQUIRED),
    v.maxCodePoints(WAITS_FOR_MAX_LENGTH, INVALID),
    storable,
  ),
  firstMessageOnly,
);
const waitsFor = v.nullable(waitsForName);

export const WAITS_AMOUNT_MOST = 1_000_000;
/** By how much the reading of what it waits for has to grow. */
const waitsAmount = v.nullable(
  v.pipe(
    v.number(INVALID),
    v.integer(INVALID),
    v.minValue(1, INVALID),
    v.maxValue(WAITS_AMOUNT_MOST, INVALID),
  ),
);

/** The months in which it applies, 1 to 12. Every month, and no month, is no season. */
const season = v.nullable(
  v.pipe(
    v.array(v.pipe(v.number(INVALID), v.integer(INVALID), v.minValue(1), v.maxValue(12)), INVALID),
    v.transform((months) => [...new Set(months)].sort((a, b) => a - b)),
    v.transform((months) => (months.length % 12 === 0 ? null : months)),
  ),
);

const id = v.pipe(v.string(INVALID), v.uuid(INVALID), v.toLowerCase());

/** The ids of people of the household, each once; nobody: it is anybody's. */
const roster = v.pipe(
  v.array(id, INVALID),
  v.transform((people) => [...new Set(people)]),
  v.maxLength(ROSTER_MAX_PEOPLE, ISSUE_TEXTS.TOO_MANY_TURN_TAKERS),
);
const turnLength = v.picklist(TURN_LENGTHS, INVALID);

const checklist = v.pipe(
  v.array(
    v.pipe(
      v.string(INVALID),
      entered,
      v.maxCodePoints(CHECKLIST_LINE_MAX_LENGTH, ISSUE_TEXTS.CHECKLIST_LINE_TOO_LONG),
      storable,
    ),
    INVALID,
  ),
  v.transform((lines) => lines.filter((line) => line !== "")),
  v.maxLength(CHECKLIST_MAX_LINES, ISSUE_TEXTS.CHECKLIST_TOO_LONG),
  v.check((lines) => new Set(lines).size === lines.length, ISSUE_TEXTS.CHECKLIST_LINE_TWICE),
);

/** Addresses are canonicalised in SQL alone; empty and repeated ones are ignored. */
const shareWith = v.pipe(
  v.array(v.pipe(v.string(ISSUE_TEXTS.INVALID_EMAIL), v.trim()), INVALID),
  v.transform((addresses) => [...new Set(addresses.filter((address) => address !== ""))]),
  v.array(v.pipe(v.string(), v.rfcEmail(ISSUE_TEXTS.INVALID_EMAIL))),
);

const repeatValue = v.picklist(REPEAT_VALUES, INVALID);
const missedPolicy = v.picklist(MISSED_POLICIES, INVALID);
const isShared = v.boolean(INVALID);
/** 1 to 5: domain/tasks/effort.ts has what they stand for. */
const effort = v.nullable(
  v.pipe(v.number(INVALID), v.integer(INVALID), v.minValue(1, INVALID), v.maxValue(5, INVALID)),
);
const householdId = v.nullable(id);

const REQUIRED_MESSAGES: Readonly<Record<string, string>> = {
  title: ISSUE_TEXTS.TITLE_REQUIRED,
  category: ISSUE_TEXTS.CATEGORY_REQUIRED,
  startDate: ISSUE_TEXTS.START_DATE_REQUIRED,
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

/** A field's schema and its name on screen; null for a field that the form does not show. */
const field = <Schema extends v.GenericSchema>(name: Message | null, schema: Schema) =>
  v.pipe(schema, v.metadata({ name }));

/** The fields that decide a task's days. Dates are `yyyy-MM-dd`; repeat is one choice, stored in six. */
const scheduleFields = {
  startDate: field(msg("Start date"), startDate),
  endDate: field(msg("End date"), v.optional(endDate, null)),
  repeatValue: field(msg("Repeat"), v.optional(repeatValue, "daily")),
  customRrule: field(msg("Repeat"), v.optional(customRrule, null)),
  customRruleText: field(msg("Repeat"), v.optional(customRruleText, null)),
  afterDone: field(msg("Repeat"), v.optional(afterDone, null)),
  waitsFor: field(msg("Repeat"), v.optional(waitsFor, null)),
  waitsAmount: field(msg("Repeat"), v.optional(waitsAmount, null)),
  season: field(msg("Season"), v.optional(season, null)),
};
export const scheduleSchema = v.object(scheduleFields);
export type ScheduleFields = Readonly<v.InferOutput<typeof scheduleSchema>>;

/** The fields of a task that people enter. Where else a new one stands: CONTRIBUTING. */
const taskFields = {
  title: field(msg("Title"), title),
  category: field(msg("Category"), category),
  subtitle: field(msg("Notes"), v.optional(subtitle, null)),
  ...scheduleFields,
  roster: field(
    msg("Whose turn"),
    v.optional(roster, () => []),
  ),
  turnLength: field(msg("A turn lasts"), v.optional(turnLength, "each")),
  scheduleFrom: field(null, v.optional(endDate, null)),
  missedPolicy: field(msg("If it was missed"), v.optional(missedPolicy, "keep")),
  checklist: field(
    msg("Checklist"),
    v.optional(checklist, () => []),
  ),
  isShared: field(msg("Shared"), v.optional(isShared, false)),
  householdId: field(msg("Belongs to"), v.optional(householdId, null)),
  effort: field(msg("Duration"), v.optional(effort, null)),
};
export const taskFieldsSchema = v.object(taskFields);

export type TaskFields = Readonly<v.InferOutput<typeof taskFieldsSchema>>;

export const TASK_FIELDS = Object.keys(taskFields) as (keyof TaskFields)[];

/** The name on screen of a field; null for one that the form does not show. */
export function nameOfField(name: keyof TaskFields): Message | null {
  return v.getMetadata(taskFields[name]).name;
}

const SCHEDULE_FIELDS = Object.keys(scheduleFields) as (keyof ScheduleFields)[];

export function scheduleOf(task: ScheduleFields): ScheduleFields {
  return Object.assign({}, ...SCHEDULE_FIELDS.map((name) => ({ [name]: task[name] })));
}

/** The fields of a schedule in which two differ; one that came later is absent in an old one. */
export const changedInSchedule = (
  one: Partial<ScheduleFields>,
  other: Partial<ScheduleFields>,
): (keyof ScheduleFields)[] =>
  SCHEDULE_FIELDS.filter((name) => String(one[name] ?? "") !== String(other[name] ?? ""));

export function fieldsOf<Fields extends { readonly [Name in keyof TaskFields]?: unknown }>(
  task: Fields,
): { readonly [Name in keyof TaskFields]: Fields[Name] } {
  return Object.assign({}, ...TASK_FIELDS.map((name) => ({ [name]: task[name] })));
}

/** The fields of a task in which nothing is entered yet. */
export function emptyFields(startDate: CalendarDate): TaskFields {
  return { ...v.getDefaults(taskFieldsSchema), title: "", category: "", startDate };
}

/** A rule is kept only when the repeat is custom. */
function withoutUnusedRule<Input extends { repeatValue?: RepeatValue | undefined }>(input: Input) {
  const isUnused = input.repeatValue !== undefined && input.repeatValue !== "custom";
  return isUnused ? { ...input, customRrule: null, customRruleText: null } : input;
}

/** Input of create-task. */
export const createTaskSchema = v.pipe(
  v.object({ id, ...taskFields, shareWith: v.optional(shareWith, []) }, missing),
  v.forward(
    v.partialCheck([["startDate"], ["endDate"]], endsOnOrAfterStart, ISSUE_TEXTS.END_BEFORE_START),
    ["endDate"],
  ),
  v.transform(withoutUnusedRule),
);

/** The schedule by which a task was done before its first start. It ends on the day before that. */
const earlierSchema = v.pipe(
  v.object(v.omit(scheduleSchema, ["endDate"]).entries, missing),
  v.transform(withoutUnusedRule),
);

export type EarlierSchedule = Readonly<v.InferOutput<typeof earlierSchema>>;

/** Input of update-task: a field that is absent stays as it is, and is not checked. */
export const updateTaskSchema = v.pipe(
  v.object(
    {
      id,
      ...v.partial(taskFieldsSchema).entries,
      shareWith: v.optional(shareWith),
      earlier: v.optional(earlierSchema),
    },
    missing,
  ),
  v.forward(
    v.partialCheck([["startDate"], ["endDate"]], endsOnOrAfterStart, ISSUE_TEXTS.END_BEFORE_START),
    ["endDate"],
  ),
  v.transform(withoutUnusedRule),
);

/** Input of delete-task. */
export const deleteTaskSchema = v.object({ id }, missing);

export type CreateTaskInput = v.InferInput<typeof createTaskSchema>;
export type UpdateTaskInput = v.InferInput<typeof updateTaskSchema>;

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
    message: issue.message as unknown as Message,
  }));
  return { ok: false, issues };
}
