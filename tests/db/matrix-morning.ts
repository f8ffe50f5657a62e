import { rest, rpc } from "../support/actors.ts";
import { sql } from "../support/sql.ts";
import type { Fixtures } from "./matrix-fixtures.ts";
import {
  everyone,
  forbiddenColumns,
  NOTHING,
  nobody,
  type Operation,
  outcomes,
} from "./matrix-operations.ts";

/** Whether somebody wants the morning mail is nobody else's business. The owner has decided. */

const mailPath = ({ owner }: Fixtures) => `morning_mails?user_id=eq.${owner.id}`;

export const morningMails: Operation[] = [
  {
    name: "read",
    call: (person, fixtures) =>
      rest(person, "GET", `${mailPath(fixtures)}&select=user_id,is_on,hour`),
    expected: outcomes("1 rows", "0 rows", "0 rows"),
  },
  {
    name: "read sent_until",
    call: (person, fixtures) => rest(person, "GET", `${mailPath(fixtures)}&select=sent_until`),
    expected: nobody,
  },
  {
    name: "insert",
    call: async (person) => {
      if (person) await sql("delete from public.morning_mails where user_id = $1", [person.id]);
      return rest(person, "POST", "morning_mails", { is_on: true, hour: 7 });
    },
    expected: everyone("ok"),
    isOwnBusiness: true,
  },
  {
    name: "update",
    call: (person, fixtures) => rest(person, "PATCH", mailPath(fixtures), { is_on: true, hour: 8 }),
    expected: outcomes("ok", NOTHING, NOTHING),
  },
  ...forbiddenColumns(
    "POST",
    () => "morning_mails",
    { user_id: ({ owner }) => owner.id, sent_until: () => "2020-01-01" },
    () => ({ is_on: true }),
  ),
  ...forbiddenColumns("PATCH", mailPath, {
    user_id: ({ stranger }) => stranger.id,
    sent_until: () => "2020-01-01",
  }),
  {
    name: "delete",
    call: (person, fixtures) => rest(person, "DELETE", mailPath(fixtures)),
    expected: nobody,
  },
  {
    name: "set_morning_mail",
    call: (person) => rpc(person, "set_morning_mail", { is_on: false, hour: 9 }),
    expected: everyone("ok"),
    isOwnBusiness: true,
  },
  {
    name: "due_morning_mails",
    call: (person) => rpc(person, "due_morning_mails", {}),
    expected: nobody,
  },
  {
    name: "settle_day",
    call: (person, { owner }) =>
      rpc(person, "settle_day", { kind: "morning", person: owner.id, day: "2099-01-01" }),
    expected: nobody,
  },
  {
    name: "follow_done_link",
    call: (person, { owner, taskId }) =>
      rpc(person, "follow_done_link", {
        person: owner.id,
        task_id: taskId,
        day: "2020-03-01",
        action: "do",
      }),
    expected: nobody,
  },
  {
    name: "follow_unsubscribe_link",
    call: (person, { owner }) =>
      rpc(person, "follow_unsubscribe_link", {
        address: owner.email,
        kind: "morning",
        action: "do",
      }),
    expected: nobody,
  },
];
