import type { GenericSchema, ObjectEntries, StrictObjectSchema } from "valibot";
import { answers, bodies, queries } from "./schemas.ts";

/** What the API can do, as a table: requests are read, answered and described by it. */

type Scope = "read" | "tick" | "write";

/** Fields by their names. */
type Fields = StrictObjectSchema<ObjectEntries, undefined>;

export interface Route {
  readonly method: "GET" | "POST";
  /** `:task` is a task's id */
  readonly path: string;
  /** names it in the description, and to the database (`run_for_token`) unless it reads the list */
  readonly name: keyof typeof RESULTS;
  readonly says: string;
  readonly scope: Scope;
  readonly query: Fields;
  /** what the body may be; none for reading */
  readonly bodies: readonly Fields[];
  readonly status: number;
  readonly answer: GenericSchema;
  readonly hasTag: boolean;
  /** an example of the body */
  readonly example?: object;
}

const RESULTS = {
  today: answers.today,
  tasks: answers.tasks,
  task: answers.task,
  people: answers.people,
  record: answers.record,
  changes: answers.changes,
  add: answers.added,
  done: answers.deed,
  undo: answers.deed,
  skip: answers.deed,
  "put-off": answers.deed,
  note: answers.deed,
  event: answers.event,
} as const;

const reading = (name: Route["name"], path: string, says: string, more: Partial<Route> = {}) => ({
  ...{ method: "GET" as const, name, path, says, scope: "read" as const, status: 200 },
  ...{ query: queries.none, bodies: [], answer: RESULTS[name], hasTag: true },
  ...more,
});

const writing = (name: Route["name"], says: string, body: Fields, example: object): Route => ({
  ...{ method: "POST", name, path: `tasks/:task/${name}`, says, scope: "tick", status: 200 },
  ...{ query: queries.none, bodies: [body], answer: RESULTS[name], hasTag: false, example },
});

const DAY = { day: "2026-12-01" };

export const routes: readonly Route[] = [
  reading("today", "today", "What is open today or overdue, and what was done today"),
  reading("tasks", "tasks", "All tasks"),
  reading("task", "tasks/:task", "A task, its next days and its latest deeds"),
  reading("people", "people", "Who can be named"),
  reading("record", "record", "What was done and skipped on up to 366 days", {
    ...{ query: queries.record, hasTag: false },
  }),
  reading("changes", "changes", "What has changed, to keep a copy true", {
    ...{ query: queries.changes, hasTag: false },
  }),
  {
    ...writing("add", "Adds a task, from one line or its fields", bodies.line, {
      line: "Bins every Tuesday",
    }),
    ...{ path: "tasks", scope: "write", status: 201, bodies: [bodies.line, bodies.fields] },
  },
  writing("done", "Marks a day done", bodies.done, DAY),
  writing("undo", "Takes back what was done or skipped on a day", bodies.day, DAY),
  writing("skip", "Skips a day", bodies.day, DAY),
  writing("put-off", "Puts a day off to another one", bodies.putOff, { ...DAY, to: "2026-12-02" }),
  {
    ...writing(
      "event",
      "Says that something happened, which makes tasks due that wait for it",
      bodies.event,
      {
        name: "dishwasher done",
      },
    ),
    path: "events",
  },
  writing("note", "Writes the note of a day", bodies.note, { ...DAY, text: "Bags are empty" }),
];
