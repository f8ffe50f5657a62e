import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { callFunction, newAddress, type Person, rest, rpc } from "../support/actors.ts";
import { createTask } from "../support/actors-tasks.ts";
import type { RecordJson } from "../support/record-json.ts";
import type { Fixtures } from "./matrix-fixtures.ts";
import {
  everyone,
  NOTHING,
  newTask,
  type Operation,
  outcomes,
  UNKNOWN,
} from "./matrix-operations.ts";

const callRefusal = (owner: string, recipient: string) => outcomes(owner, recipient, UNKNOWN);
const byFunction = (owner: string, recipient: string, outsider = UNKNOWN) =>
  outcomes(owner, recipient, outsider, "401 UNAUTHENTICATED");

const correct = (person: Person | null, taskId: string, day: string) =>
  rpc(person, "correct_completion", {
    ...{ task_id: taskId, completed_date: day },
    ...{ done_on: "2020-01-31", done_at: "22:00" },
  });

export const callOperations: Operation[] = [
  {
    name: "list_tasks, whether the task is in it",
    call: async (person, { taskId }) => {
      const answer = await rpc(person, "list_tasks");
      const { tasks } = answer.body as { tasks?: TaskJson[] };
      if (tasks === undefined) return answer;
      return { ...answer, body: tasks.filter((task) => task.id === taskId) };
    },
    expected: outcomes("1 rows", "1 rows", "0 rows"),
  },
  {
    name: "read_task",
    call: async (person, { taskId }) => {
      const answer = await rpc(person, "read_task", { task_id: taskId });
      return answer.status === 200 ? { ...answer, body: [answer.body].filter(Boolean) } : answer;
    },
    expected: outcomes("1 rows", "1 rows", "0 rows"),
  },
  {
    name: "read_record, whether it says who did the task",
    call: async (person, { taskId }) => {
      const days = { first_day: "2020-01-01", until_day: "2021-01-01" };
      const answer = await rpc(person, "read_record", days);
      if (answer.status !== 200) return answer;
      const { tasks } = answer.body as RecordJson;
      return { ...answer, body: Object.keys(tasks).filter((id) => id === taskId) };
    },
    expected: outcomes("1 rows", "1 rows", "0 rows"),
  },
  {
    name: "create_task",
    call: (person) => createTask(person, newTask()),
    expected: everyone("ok"),
    isOwnBusiness: true,
  },
  {
    name: "create_task with the task's id",
    call: (person, { taskId }) => createTask(person, { ...newTask(), id: taskId }),
    expected: outcomes("ok", "422 VALIDATION_FAILED", "422 VALIDATION_FAILED"),
    // An id that is free is taken: ids are random, and one that is known to be taken tells nothing.
    isOwnBusiness: true,
  },
  {
    name: "update_task",
    call: (person, { taskId }) =>
      rpc(person, "update_task", { task_id: taskId, fields: { title: `New ${taskId}` } }),
    expected: callRefusal("ok", NOTHING),
  },
  {
    name: "update_task, shares",
    call: (person, { taskId }) =>
      rpc(person, "update_task", { task_id: taskId, fields: {}, share_with: [newAddress()] }),
    expected: callRefusal("ok", NOTHING),
  },
  {
    name: "start_earlier",
    call: (person, { taskId }) =>
      rpc(person, "start_earlier", { task_id: taskId, earlier: { startDate: "2019-12-01" } }),
    expected: callRefusal("ok", NOTHING),
  },
  {
    name: "undo_schedule_change of what was never changed",
    call: (person, { taskId }) =>
      rpc(person, "undo_schedule_change", { task_id: taskId, event_id: 1 }),
    expected: callRefusal("409 UNDO_TOO_LATE", NOTHING),
  },
  ...["ownerId", "id", "revision", "isActive", "createdAt", "user_id", "is_active"].map(
    (column) => ({
      name: `update_task, ${column}`,
      call: (person: Person | null, { taskId, stranger }: Fixtures) =>
        rpc(person, "update_task", { task_id: taskId, fields: { [column]: stranger.id } }),
      expected: everyone("422 VALIDATION_FAILED"),
    }),
  ),
  {
    name: "delete_task",
    call: (person, { taskId }) => rpc(person, "delete_task", { task_id: taskId }),
    expected: callRefusal("ok", NOTHING),
  },
  {
    name: "leave_task",
    call: (person, { taskId }) => rpc(person, "leave_task", { task_id: taskId }),
    // Again, for who has left.
    expected: { ...callRefusal(NOTHING, "ok"), left: "ok" },
  },
  {
    name: "complete_task",
    call: (person, { taskId }) =>
      rpc(person, "complete_task", { task_id: taskId, completed_date: "2020-03-01" }),
    expected: callRefusal("ok", "ok"),
  },
  {
    name: "correct_completion of the recipient's",
    call: (person, { taskId, recipientsDay }) => correct(person, taskId, recipientsDay),
    expected: callRefusal("ok", "ok"),
  },
  {
    name: "correct_completion of the owner's",
    call: (person, { taskId, ownersDay }) => correct(person, taskId, ownersDay),
    expected: callRefusal("ok", "403 COMPLETION_NOT_YOURS"),
  },
  {
    name: "correct_completion of the former recipient's",
    call: (person, { taskId, formersDay }) => correct(person, taskId, formersDay),
    expected: callRefusal("ok", "403 COMPLETION_NOT_YOURS"),
  },
  {
    name: "undo_completion of the recipient's",
    call: (person, { taskId, recipientsDay }) =>
      rpc(person, "undo_completion", { task_id: taskId, completed_date: recipientsDay }),
    expected: callRefusal("ok", "ok"),
  },
  {
    name: "undo_completion of the owner's",
    call: (person, { taskId, ownersDay }) =>
      rpc(person, "undo_completion", { task_id: taskId, completed_date: ownersDay }),
    expected: callRefusal("ok", "403 COMPLETION_NOT_YOURS"),
  },
  {
    name: "undo_completion of the former recipient's",
    call: (person, { taskId, formersDay }) =>
      rpc(person, "undo_completion", { task_id: taskId, completed_date: formersDay }),
    expected: callRefusal("ok", "403 COMPLETION_NOT_YOURS"),
  },
  {
    name: "create-task",
    call: (person) => {
      const { start_date: startDate, ...fields } = newTask();
      return callFunction(person, "create-task", { ...fields, startDate });
    },
    expected: byFunction("ok", "ok", "ok"),
    isOwnBusiness: true,
  },
  {
    name: "update-task",
    call: (person, { taskId }) =>
      callFunction(person, "update-task", { id: taskId, subtitle: "Changed" }),
    expected: byFunction("ok", NOTHING),
  },
  {
    name: "delete-task",
    call: (person, { taskId }) => callFunction(person, "delete-task", { id: taskId }),
    expected: byFunction("ok", NOTHING),
  },
  ...["auth", "private", "realtime"].map((schema) => ({
    name: `read in the schema ${schema}`,
    call: (person: Person | null) =>
      rest(person, "GET", "users", undefined, { "Accept-Profile": schema }),
    expected: everyone("406 PGRST106", "406 PGRST106"),
  })),
  ...["limits", "task_fields", "past_changes", "uses"].map((table) => ({
    name: `read private.${table}`,
    call: (person: Person | null) => rest(person, "GET", table),
    expected: everyone("404 PGRST205", "404 PGRST205"),
  })),
  ...[
    "task_json",
    "visible_tasks",
    "send",
    "leave_share",
    "account_of",
    "bind_waiting",
    "waiting_tasks",
    "confirmed_address",
    "fail",
    "limit_of",
    "count_use",
    "begin_change",
    "begin_schedule_change",
    "due_day",
    "take_turn",
    "offers_morning_mail",
    "act_for",
  ].map((helper) => ({
    name: `call the helper ${helper}`,
    call: (person: Person | null) => rpc(person, helper, {}),
    expected: everyone("404 PGRST202", "404 PGRST202"),
  })),
];
