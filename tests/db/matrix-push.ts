import { rpc } from "../support/actors.ts";
import { everyone, nobody, type Operation, outcomes, UNKNOWN } from "./matrix-operations.ts";

/** What somebody is told, and where, is nobody else's business. */
export const pushes: Operation[] = [
  {
    name: "read_push",
    call: (person) => rpc(person, "read_push", {}),
    expected: everyone("ok"),
    isOwnBusiness: true,
  },
  {
    name: "set_push",
    call: (person) =>
      rpc(person, "set_push", {
        ...{ today_hour: 7, invitations: true, done: true, quiet_from: 22, quiet_until: 7 },
      }),
    expected: everyone("ok"),
    isOwnBusiness: true,
  },
  {
    name: "remove_push_device",
    call: (person, { owner }) => rpc(person, "remove_push_device", { id: owner.id }),
    expected: everyone("ok"),
    isOwnBusiness: true,
  },
  {
    name: "watch_task",
    call: (person, { taskId }) => rpc(person, "watch_task", { task_id: taskId, is_watched: true }),
    expected: outcomes("ok", "ok", UNKNOWN),
  },
  {
    name: "due_pushes",
    call: (person) => rpc(person, "due_pushes", {}),
    expected: nobody,
  },
  {
    name: "claim_message",
    call: (person, { owner }) =>
      rpc(person, "claim_message", { device: owner.id, kind: "today", key: "2020-03-01" }),
    expected: nobody,
  },
  {
    name: "finish_messages",
    call: (person, { owner }) => rpc(person, "finish_messages", { messages: [owner.id] }),
    expected: nobody,
  },
  {
    name: "settle_day",
    call: (person, { owner }) =>
      rpc(person, "settle_day", { kind: "today", person: owner.id, day: "2099-01-01" }),
    expected: nobody,
  },
  {
    name: "follow_put_off_link",
    call: (person, { owner, taskId }) =>
      rpc(person, "follow_put_off_link", {
        ...{ person: owner.id, task_id: taskId, action: "do" },
        ...{ day: "2020-03-01", new_date: "2020-03-02" },
      }),
    expected: nobody,
  },
];
