import { randomUUID } from "node:crypto";
import { type Person, rest, rpc } from "../support/actors.ts";
import type { Fixtures } from "./matrix-fixtures.ts";
import {
  DENIED,
  everyone,
  forbiddenColumns,
  later,
  NOTHING,
  newTask,
  nobody,
  type Operation,
  outcomes,
} from "./matrix-operations.ts";

const taskPath = ({ taskId }: Fixtures) => `tasks?id=eq.${taskId}`;
const completionPath = ({ taskId, recipientsDay }: Fixtures) =>
  `task_completions?task_id=eq.${taskId}&completed_date=eq.${recipientsDay}`;

export const tasks: Operation[] = [
  {
    name: "read",
    call: (person, fixtures) => rest(person, "GET", taskPath(fixtures)),
    expected: outcomes("1 rows", "1 rows", "0 rows"),
  },
  {
    name: "insert one of their own",
    call: (person) => rest(person, "POST", "tasks", newTask()),
    expected: everyone("ok"),
    isOwnBusiness: true,
  },
  ...forbiddenColumns(
    "POST",
    () => "tasks",
    {
      user_id: ({ owner }) => owner.id,
      revision: () => 9,
      is_active: () => false,
      created_at: later,
      updated_at: later,
    },
    newTask,
  ),
  ...["title", "category", "subtitle", "custom_rrule_text"].map((column) => ({
    name: `update ${column}`,
    call: (person: Person | null, fixtures: Fixtures) =>
      rest(person, "PATCH", taskPath(fixtures), {
        [column]: `Changed ${fixtures.taskId}`.slice(0, 50),
      }),
    expected: outcomes("ok", NOTHING, NOTHING),
  })),
  {
    name: "update is_shared",
    call: (person, fixtures) => rest(person, "PATCH", taskPath(fixtures), { is_shared: false }),
    expected: outcomes("ok", NOTHING, NOTHING),
  },
  {
    name: "update is_active to false",
    call: (person, fixtures) => rest(person, "PATCH", taskPath(fixtures), { is_active: false }),
    expected: outcomes("ok", NOTHING, NOTHING),
  },
  {
    name: "update is_active back to true",
    call: async (person, fixtures) => {
      await rpc(fixtures.owner, "delete_task", { task_id: fixtures.taskId });
      return rest(person, "PATCH", taskPath(fixtures), { is_active: true });
    },
    expected: outcomes("ok", NOTHING, NOTHING),
    changesItself: true,
  },
  {
    name: "update paused",
    call: (person, fixtures) =>
      rest(person, "PATCH", taskPath(fixtures), { paused: "{[2020-05-01,2020-05-03)}" }),
    expected: outcomes("ok", NOTHING, NOTHING),
  },
  ...forbiddenColumns("PATCH", taskPath, {
    deleted_at: later,
    id: () => randomUUID(),
    user_id: ({ stranger }) => stranger.id,
    revision: () => 1,
    created_at: later,
    updated_at: later,
  }),
  {
    name: "delete",
    call: (person, fixtures) => rest(person, "DELETE", taskPath(fixtures)),
    expected: nobody,
  },
];

export const completions: Operation[] = [
  {
    name: "read",
    call: (person, { taskId }) => rest(person, "GET", `task_completions?task_id=eq.${taskId}`),
    expected: outcomes("3 rows", "3 rows", "0 rows"),
  },
  {
    name: "insert",
    call: (person, { taskId }) =>
      rest(person, "POST", "task_completions", { task_id: taskId, completed_date: "2020-03-01" }),
    expected: outcomes("ok", "ok", DENIED),
  },
  {
    name: "insert as somebody else",
    call: (person, { taskId, recipient }) =>
      rest(person, "POST", "task_completions", {
        task_id: taskId,
        completed_date: "2020-03-01",
        user_id: recipient.id,
      }),
    // The recipient takes part openly: they have done something.
    expected: outcomes("ok", "ok", DENIED),
  },
  ...(["owner", "former", "left", "invited", "stranger"] as const).map((actor) => ({
    name: `insert as the ${actor}`,
    call: (person: Person | null, fixtures: Fixtures) =>
      rest(person, "POST", "task_completions", {
        task_id: fixtures.taskId,
        completed_date: "2020-03-01",
        user_id: fixtures[actor].id,
      }),
    expected: actor === "owner" ? outcomes("ok", DENIED, DENIED) : nobody,
  })),
  {
    name: "insert a skip",
    call: (person, { taskId }) =>
      rest(person, "POST", "task_completions", {
        task_id: taskId,
        completed_date: "2020-03-01",
        status: "skipped",
      }),
    expected: outcomes("ok", "ok", DENIED),
  },
  {
    name: "insert with an instant of their own",
    call: (person, { taskId }) =>
      rest(person, "POST", "task_completions", {
        task_id: taskId,
        completed_date: "2020-03-01",
        completed_at: later(),
      }),
    expected: nobody,
  },
  ...forbiddenColumns("PATCH", completionPath, {
    task_id: () => randomUUID(),
    completed_date: () => "2020-03-01",
    user_id: ({ owner }) => owner.id,
    completed_at: later,
    time_zone: () => "Asia/Tokyo",
    by_name: () => "Somebody",
    status: () => "skipped",
    via: () => "display",
    done_on: () => "2020-03-01",
    done_at: () => "22:00",
  }),
  {
    name: "delete the recipient's",
    call: (person, fixtures) => rest(person, "DELETE", completionPath(fixtures)),
    expected: outcomes("ok", "ok", NOTHING),
  },
  {
    name: "delete the owner's",
    call: (person, { taskId, ownersDay }) =>
      rest(
        person,
        "DELETE",
        `task_completions?task_id=eq.${taskId}&completed_date=eq.${ownersDay}`,
      ),
    expected: outcomes("ok", NOTHING, NOTHING),
  },
  {
    name: "delete the former recipient's",
    call: (person, { taskId, formersDay }) =>
      rest(
        person,
        "DELETE",
        `task_completions?task_id=eq.${taskId}&completed_date=eq.${formersDay}`,
      ),
    expected: outcomes("ok", NOTHING, NOTHING),
  },
];
