import { expect } from "vitest";
import {
  aboutTask,
  anna,
  bob,
  call,
  denied,
  error,
  noFunction,
  none,
  type Row,
  returned,
  someText,
  task,
} from "./postgrest-world.ts";

export const written: readonly Row[] = [
  [
    "a change",
    () => call("PATCH", `profiles?id=eq.${anna.id}`, { body: { full_name: "Anna A." } }),
    204,
    "",
  ],
  [
    "a change that is answered",
    () =>
      call("PATCH", `profiles?id=eq.${anna.id}&select=full_name`, {
        body: { full_name: "Anna" },
        headers: returned,
      }),
    200,
    [{ full_name: "Anna" }],
  ],
  [
    "a change of nobody",
    () =>
      call("PATCH", `profiles?id=eq.${none}&select=full_name`, {
        body: { full_name: "Anna" },
        headers: returned,
      }),
    403,
    error("PT403", "NOT_ALLOWED", ""),
  ],
  [
    "a change of another",
    () =>
      call("PATCH", `profiles?id=eq.${bob.id}&select=id`, {
        body: { full_name: "Anna" },
        headers: returned,
      }),
    403,
    error("PT403", "NOT_ALLOWED", ""),
  ],
  [
    "a change of a column that isn't one's own",
    () => call("PATCH", `profiles?id=eq.${anna.id}`, { body: { id: none } }),
    403,
    denied("table profiles"),
  ],
  [
    "a change of a column that isn't there",
    () => call("PATCH", `profiles?id=eq.${anna.id}`, { body: { nothing: 1 } }),
    400,
    error("PGRST204", "Could not find the 'nothing' column of 'profiles' in the schema cache"),
  ],
  [
    "a change of all rows",
    () => call("PATCH", "profiles", { body: { full_name: "All" } }),
    400,
    error("21000", "UPDATE requires a WHERE clause"),
  ],
  [
    "a deletion of all rows",
    () => call("DELETE", "shared_contacts"),
    400,
    error("21000", "DELETE requires a WHERE clause"),
  ],
  [
    "a deletion of none",
    () => call("DELETE", `shared_contacts?contact_email=eq.nobody@example.com`),
    204,
    "",
  ],
  [
    "a deletion that isn't granted",
    () => call("DELETE", `tasks?${aboutTask()}`),
    403,
    denied("table tasks"),
  ],
  [
    "a row that isn't granted",
    () => call("POST", "task_events", { body: { task_id: task } }),
    403,
    denied("table task_events"),
  ],
  [
    "a row of anybody",
    () => call("POST", "tasks", { body: { title: "x" }, token: null }),
    401,
    denied("table tasks"),
  ],
  [
    "a body that is none",
    () => call("PATCH", `profiles?id=eq.${anna.id}`, { body: "{" }),
    400,
    error("PGRST102", "Empty or invalid json"),
  ],
];

export const called: readonly Row[] = [
  [
    "a function",
    () => call("POST", "rpc/read_task", { body: { task_id: task } }),
    200,
    expect.objectContaining({ id: someText, title: "Dishes" }),
  ],
  [
    "a function without an answer",
    () => call("POST", "rpc/set_morning_mail", { body: { is_on: false, hour: 7 } }),
    204,
    "",
  ],
  [
    "a function's own refusal",
    () =>
      call("POST", "rpc/complete_task", { body: { task_id: none, completed_date: "2026-11-27" } }),
    404,
    error("PT404", "TASK_NOT_FOUND", ""),
  ],
  [
    "a function that isn't there",
    () => call("POST", "rpc/nothing", { body: {} }),
    404,
    noFunction("nothing", " without parameters"),
  ],
  [
    "an argument that isn't there",
    () => call("POST", "rpc/read_task", { body: { nothing: 1 } }),
    404,
    noFunction("read_task", "(nothing)"),
  ],
  [
    "an argument that lacks",
    () => call("POST", "rpc/read_task", { body: {} }),
    404,
    noFunction("read_task", " without parameters"),
  ],
  [
    "an argument of another type",
    () => call("POST", "rpc/read_task", { body: { task_id: "x" } }),
    400,
    error("22P02", 'invalid input syntax for type uuid: "x"'),
  ],
  [
    "a function's body that is none",
    () => call("POST", "rpc/read_task", { body: "{" }),
    400,
    error("PGRST102", "Empty or invalid json"),
  ],
  [
    "a function of the service",
    () => call("POST", "rpc/is_invited", { body: { address: "a@b.example" } }),
    403,
    denied("function is_invited"),
  ],
  [
    "a function by nobody",
    () => call("POST", "rpc/read_task", { body: { task_id: task }, token: null }),
    401,
    denied("function read_task"),
    { "www-authenticate": "Bearer" },
  ],
];
