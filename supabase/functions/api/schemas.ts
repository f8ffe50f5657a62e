import * as v from "valibot";
import { isCalendarDate } from "../../../src/domain/dates/calendar-date.ts";
import { storable, taskFieldsSchema, waitsForName } from "../../../src/domain/tasks/task-input.ts";

/** What requests of the API carry and what it answers: docs/design/api.md. */

const id = v.pipe(v.string(), v.uuid(), v.toLowerCase());
const day = v.pipe(
  v.string(),
  v.isoDate(),
  v.check(isCalendarDate, "There is no such day"),
  v.description("a calendar date, yyyy-MM-dd"),
);
const instant = v.pipe(v.string(), v.isoTimestamp(), v.description("an instant, ISO 8601"));
const text = v.string();
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const person = v.strictObject({ id: v.nullable(v.string()), name: text });
const door = v.nullable(
  v.strictObject({
    kind: v.picklist(["mail", "push", "display", "label", "token"]),
    name: v.nullable(text),
  }),
);
const household = v.nullable(v.strictObject({ id, name: text }));
const named = v.strictObject({ id, title: text });

const deedFields = {
  id: text,
  task: named,
  day,
  people: v.array(person),
  door,
  at: instant,
  doneOn: v.nullable(day),
  // `format: time` of JSON Schema has seconds and a zone.
  doneAt: v.nullable(v.pipe(v.string(), v.regex(/^\d{2}:\d{2}$/))),
};
const deed = v.strictObject({ ...deedFields, status: v.picklist(["done", "skipped"]) });
export type Deed = v.InferOutput<typeof deed>;
const news = v.strictObject({
  ...deedFields,
  count,
  to: v.nullable(day),
  status: v.picklist(["done", "skipped", "undone", "put-off", "corrected"]),
});

const ABOUT_SCHEDULES = [
  "created",
  "imported",
  "schedule-changed",
  "schedule-undone",
  "started-earlier",
] as const;
const ABOUT_DAYS = [
  "done",
  "skipped",
  "corrected",
  "paused",
  "put-off",
  "happened",
  "turn-taken",
  "turn-given",
] as const;

/** An event on which an answer rests. */
const entry = v.strictObject({
  id: text,
  kind: v.picklist([...ABOUT_SCHEDULES, ...ABOUT_DAYS]),
  at: instant,
  people: v.array(person),
  door,
});

const WHY = [
  "deed",
  "paused",
  "put-off",
  "rhythm",
  "interval",
  "event",
  "before-start",
  "after-end",
  "season",
] as const;

const dayAnswer = v.strictObject({
  task: named,
  day,
  status: v.picklist(["done", "skipped", "missed", "open", "due", "put-off", "paused", "none"]),
  why: v.picklist(WHY),
  since: v.nullable(day),
  movedFrom: v.nullable(day),
  movedTo: v.nullable(day),
  turn: v.nullable(person),
  deed: v.nullable(deed),
  entries: v.array(entry),
});
export type DayAnswer = v.InferOutput<typeof dayAnswer>;

const countAnswer = v.strictObject({
  task: named,
  from: day,
  to: day,
  done: count,
  skipped: count,
  missed: count,
  people: v.array(v.strictObject({ ...person.entries, count })),
  first: v.nullable(deed),
  latest: v.nullable(deed),
  entries: v.array(entry),
});
export type CountAnswer = v.InferOutput<typeof countAnswer>;

const occurrence = v.strictObject({
  task: v.strictObject({ id, title: text, category: text, household }),
  day,
  dueDay: day,
  isOverdue: v.boolean(),
  turn: v.nullable(person),
  status: v.picklist(["open", "done", "skipped"]),
  doneBy: v.array(person),
  door,
  at: v.nullable(instant),
});
export type Occurrence = v.InferOutput<typeof occurrence>;

const task = v.strictObject({
  id,
  title: text,
  category: text,
  notes: v.nullable(text),
  household,
  owner: person,
  isShared: v.boolean(),
  startDate: day,
  endDate: v.nullable(day),
  repeatValue: taskFieldsSchema.entries.repeatValue.wrapped,
  customRrule: v.nullable(text),
  afterDone: v.nullable(text),
  waitsFor: v.nullable(text),
  waitsAmount: v.nullable(count),
  happened: v.nullable(v.strictObject({ name: text, number: v.nullable(v.number()), day, door })),
  season: v.nullable(v.array(count)),
  missedPolicy: taskFieldsSchema.entries.missedPolicy.wrapped,
  checklist: v.array(text),
  effort: v.nullable(count),
  roster: v.array(id),
  turnLength: taskFieldsSchema.entries.turnLength.wrapped,
  putOffs: v.array(v.strictObject({ dueDay: day, day })),
  pausedDays: v.array(v.strictObject({ from: day, to: day })),
  lastDone: v.nullable(day),
  createdAt: instant,
  updatedAt: instant,
  revision: count,
  isPartial: v.boolean(),
});
export type ApiTask = v.InferOutput<typeof task>;

const member = v.strictObject({
  id,
  name: text,
  household: v.strictObject({ id, name: text }),
  role: v.picklist(["keeper", "member", "helper"]),
  isMe: v.boolean(),
});

export const answers = {
  today: v.strictObject({ day, timeZone: text, occurrences: v.array(occurrence) }),
  tasks: v.strictObject({ tasks: v.array(task) }),
  task: v.strictObject({
    task,
    next: v.array(v.strictObject({ day, turn: v.nullable(person) })),
    recent: v.array(deed),
  }),
  day: dayAnswer,
  count: countAnswer,
  people: v.strictObject({ me: v.nullable(person), people: v.array(member) }),
  record: v.strictObject({ deeds: v.array(deed), next: v.nullable(day) }),
  changes: v.strictObject({
    next: text,
    isWhole: v.boolean(),
    people: v.array(member),
    tasks: v.array(task),
    deleted: v.array(id),
    deeds: v.array(news),
  }),
  added: v.strictObject({ task }),
  event: v.strictObject({
    tasks: v.array(
      v.strictObject({ task: named, day, status: v.picklist(["due", "open", "late", "waits"]) }),
    ),
  }),
  deed: v.strictObject({
    task: named,
    day,
    dueDay: day,
    status: v.picklist(["open", "done", "skipped"]),
    deed: v.nullable(deed),
    note: v.nullable(text),
    untaken: v.array(deed),
  }),
} as const;

export const problem = v.strictObject({
  type: text,
  title: text,
  status: count,
  detail: v.optional(text),
  code: text,
  issues: v.optional(v.array(v.strictObject({ path: text, message: text }))),
});

/** Queries are texts. */
export const queries = {
  none: v.strictObject({}),
  day: v.strictObject({ day }),
  days: v.strictObject({ from: day, to: day }),
  changes: v.strictObject({
    since: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}\.\d{1,15}$/, "This is no `next`"))),
  }),
} as const;

/** Who did it. */
export const people = v.pipe(v.array(id), v.maxLength(50));
const reading = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(1e12),
  v.check((number) => Number(number.toFixed(3)) === number, "At most 3 decimals"),
);
const longText = (length: number) => v.pipe(v.string(), v.maxLength(length), storable);

/** Sharing invites people, which no token does. */
const {
  isShared: _,
  subtitle: notes,
  householdId: belongsTo,
  ...taskFields
} = taskFieldsSchema.entries;

export const bodies = {
  line: v.strictObject({
    line: v.pipe(longText(500), v.trim(), v.minLength(2)),
    language: v.optional(v.pipe(longText(35), v.description("a BCP 47 tag"))),
    household: v.optional(id),
  }),
  fields: v.strictObject({ id: v.optional(id), ...taskFields, notes, household: belongsTo }),
  done: v.strictObject({ day, people: v.optional(people), at: v.optional(instant) }),
  day: v.strictObject({ day }),
  event: v.strictObject({
    name: waitsForName,
    number: v.optional(v.pipe(reading, v.description("a meter's reading"))),
    at: v.optional(instant),
  }),
  putOff: v.strictObject({ day, to: day }),
  note: v.strictObject({
    day,
    text: longText(2000),
    replaces: v.optional(v.nullable(longText(2000))),
  }),
} as const;

export const taskId = id;
