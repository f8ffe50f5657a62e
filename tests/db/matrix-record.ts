import { randomUUID } from "node:crypto";
import { rest, rpc } from "../support/actors.ts";
import type { Fixtures } from "./matrix-fixtures.ts";
import {
  forbiddenColumns,
  later,
  NOTHING,
  nobody,
  type Operation,
  outcomes,
  UNKNOWN,
} from "./matrix-operations.ts";

/** The record of a task: participants read it, and nobody writes it but by the calls. */

const ofTask =
  (table: string) =>
  ({ taskId }: Fixtures) =>
    `${table}?task_id=eq.${taskId}`;

/** Reading, and every way to write it straight. */
function record(
  table: string,
  rows: string,
  columns: Parameters<typeof forbiddenColumns>[2],
): Operation[] {
  return [
    {
      name: "read",
      call: (person, fixtures) => rest(person, "GET", ofTask(table)(fixtures)),
      expected: outcomes(rows, rows, "0 rows"),
    },
    ...forbiddenColumns("POST", () => table, columns),
    ...forbiddenColumns("PATCH", ofTask(table), columns),
    {
      name: "delete",
      call: (person, fixtures) => rest(person, "DELETE", ofTask(table)(fixtures)),
      expected: nobody,
    },
  ];
}

export const taskSchedules = record("task_schedules", "1 rows", {
  task_id: () => randomUUID(),
  valid_until: () => "2020-01-01",
  schedule: () => ({}),
});

export const putOffs = record("task_put_offs", "1 rows", {
  task_id: () => randomUUID(),
  due_date: () => "2020-01-01",
  new_date: () => "2020-01-03",
  user_id: ({ owner }) => owner.id,
});

export const dayNotes = record("task_day_notes", "1 rows", {
  task_id: () => randomUUID(),
  day: () => "2020-01-03",
  note: () => "Changed",
  by_name: () => "Somebody",
  user_id: ({ owner }) => owner.id,
  written_at: later,
});

export const catchUps = record("task_catch_ups", "1 rows", {
  id: () => randomUUID(),
  task_id: () => randomUUID(),
  days: () => "{[2020-01-03,2020-01-04)}",
  status: () => "skipped",
  user_id: ({ owner }) => owner.id,
  recorded_at: later,
  time_zone: () => "Asia/Tokyo",
  by_name: () => "Somebody",
});

export const checks = record("task_checks", "1 rows", {
  task_id: () => randomUUID(),
  day: () => "2020-01-03",
  line: () => "Hob",
});

export const taskEvents = record("task_events", "10 rows", {
  id: () => 1,
  task_id: () => randomUUID(),
  user_id: ({ owner }) => owner.id,
  kind: () => "done",
  days: () => "{[2020-01-03,2020-01-04)}",
  details: () => ({}),
  happened_at: later,
  time_zone: () => "Asia/Tokyo",
});

const day = (date: string) => Date.parse(date) / 86_400_000;
const participants = outcomes("ok", "ok", UNKNOWN);
const owners = outcomes("ok", NOTHING, UNKNOWN);

export const recordCalls: Operation[] = [
  ...(["owner", "recipient", "former", "left", "invited", "stranger"] as const).map(
    (actor): Operation => ({
      name: `complete_task, done by the ${actor}`,
      call: (person, fixtures) =>
        rpc(person, "complete_task", {
          task_id: fixtures.taskId,
          completed_date: "2020-03-01",
          done_by: fixtures[actor].id,
        }),
      expected: outcomes(
        actor === "owner" || actor === "recipient" ? "ok" : NOTHING,
        actor === "recipient" ? "ok" : NOTHING,
        UNKNOWN,
      ),
    }),
  ),
  {
    name: "complete_task, done early",
    call: (person, { taskId }) =>
      rpc(person, "complete_task", {
        task_id: taskId,
        completed_date: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
      }),
    expected: participants,
  },
  {
    name: "complete_task, done earlier",
    call: (person, { taskId }) =>
      rpc(person, "complete_task", {
        ...{ task_id: taskId, completed_date: "2020-03-01", done_on: "2020-02-29" },
      }),
    expected: participants,
  },
  {
    name: "skip_occurrence",
    call: (person, { taskId }) =>
      rpc(person, "skip_occurrence", { task_id: taskId, day: "2020-03-01" }),
    expected: participants,
  },
  {
    name: "catch_up",
    call: (person, { taskId }) =>
      rpc(person, "catch_up", {
        id: randomUUID(),
        task_id: taskId,
        days: [[day("2020-03-01"), 5]],
        status: "done",
      }),
    expected: participants,
  },
  {
    name: "undo_catch_up of the owner's",
    call: (person, { taskId, catchUpId }) =>
      rpc(person, "undo_catch_up", { task_id: taskId, catch_up_id: catchUpId }),
    expected: outcomes("ok", "403 COMPLETION_NOT_YOURS", UNKNOWN),
  },
  {
    name: "undo_completion of a day in the owner's catch-up",
    call: (person, { taskId }) =>
      rpc(person, "undo_completion", { task_id: taskId, completed_date: "2020-04-02" }),
    expected: outcomes("ok", "403 COMPLETION_NOT_YOURS", UNKNOWN),
  },
  {
    name: "put_off",
    call: (person, { taskId }) =>
      rpc(person, "put_off", { task_id: taskId, due_date: "2020-03-01", new_date: "2020-03-02" }),
    expected: participants,
  },
  {
    name: "note_day",
    call: (person, { taskId }) =>
      rpc(person, "note_day", { task_id: taskId, day: "2020-03-01", note: "Twice" }),
    expected: participants,
  },
  ...[true, false].map(
    (is_checked): Operation => ({
      name: is_checked ? "check_line" : "check_line, taken back",
      call: (person, { taskId }) =>
        rpc(person, "check_line", { task_id: taskId, day: "2020-01-11", line: "Sink", is_checked }),
      expected: participants,
    }),
  ),
  {
    name: "pause_task",
    call: (person, { taskId }) =>
      rpc(person, "pause_task", {
        task_id: taskId,
        first_day: "2020-06-01",
        last_day: "2020-06-05",
      }),
    expected: owners,
  },
  {
    name: "restore_task",
    call: async (person, { taskId, owner }) => {
      await rpc(owner, "delete_task", { task_id: taskId });
      return rpc(person, "restore_task", { task_id: taskId });
    },
    expected: outcomes("ok", UNKNOWN, UNKNOWN),
    changesItself: true,
  },
  {
    name: "restore_task of one that is there",
    call: (person, { taskId }) => rpc(person, "restore_task", { task_id: taskId }),
    expected: outcomes("ok", UNKNOWN, UNKNOWN),
  },
];
