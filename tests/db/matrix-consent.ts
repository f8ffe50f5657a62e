import { randomUUID } from "node:crypto";
import { rest, rpc } from "../support/actors.ts";
import type { Invitation } from "../support/actors-tasks.ts";
import type { Fixtures } from "./matrix-fixtures.ts";
import {
  everyone,
  forbiddenColumns,
  later,
  nobody,
  type Operation,
  outcomes,
} from "./matrix-operations.ts";

const consentPath = ({ owner }: Fixtures) => `sharing_consents?sender_id=eq.${owner.id}`;
const leftPath = ({ taskId }: Fixtures) => `left_tasks?task_id=eq.${taskId}`;
const namePath = ({ taskId }: Fixtures) => `former_names?task_id=eq.${taskId}`;

const GONE = "404 INVITATION_NOT_FOUND";
const columns = "sender_id,is_accepted,sender_name";

export const consents: Operation[] = [
  {
    name: "list_tasks, whether the owner's invitation is in it",
    call: async (person, { owner }) => {
      const answer = await rpc(person, "list_tasks");
      const { invitations } = answer.body as { invitations?: Invitation[] };
      if (invitations === undefined) return answer;
      return { ...answer, body: invitations.filter(({ senderId }) => senderId === owner.id) };
    },
    expected: { ...everyone("0 rows"), invited: "1 rows" },
  },
  {
    name: "read who has accepted or blocked the owner",
    call: (person, fixtures) => rest(person, "GET", `${consentPath(fixtures)}&select=${columns}`),
    expected: {
      ...outcomes("0 rows", "1 rows", "0 rows"),
      ...{ former: "1 rows", left: "1 rows", blocked: "1 rows" },
    },
  },
  {
    name: "read whose consent it is",
    call: (person, fixtures) => rest(person, "GET", `${consentPath(fixtures)}&select=recipient_id`),
    expected: nobody,
  },
  ...forbiddenColumns("POST", () => "sharing_consents", {
    recipient_id: ({ stranger }) => stranger.id,
    sender_id: ({ owner }) => owner.id,
    is_accepted: () => true,
  }),
  ...forbiddenColumns("PATCH", consentPath, {
    recipient_id: ({ stranger }) => stranger.id,
    sender_id: ({ stranger }) => stranger.id,
    is_accepted: () => true,
    sender_name: () => "Somebody",
  }),
  {
    name: "delete",
    call: (person, fixtures) => rest(person, "DELETE", consentPath(fixtures)),
    expected: nobody,
  },
  {
    name: "accept_sender",
    call: (person, { owner }) => rpc(person, "accept_sender", { sender: owner.id }),
    // Again, for those who have accepted.
    expected: { ...outcomes(GONE, "ok", GONE), former: "ok", left: "ok", invited: "ok" },
  },
  {
    name: "decline_sender",
    call: (person, { owner }) => rpc(person, "decline_sender", { sender: owner.id }),
    expected: { ...everyone("ok"), invited: "ok" },
  },
  {
    name: "block_sender",
    call: (person, { owner }) => rpc(person, "block_sender", { sender: owner.id }),
    expected: {
      ...outcomes(GONE, "ok", GONE),
      ...{ former: "ok", left: "ok", invited: "ok", declined: "ok", blocked: "ok" },
    },
  },
  {
    name: "block somebody who never shared anything",
    call: (person, { stranger }) => rpc(person, "block_sender", { sender: stranger.id }),
    expected: everyone(GONE),
  },
  {
    name: "unblock_sender",
    call: (person, { owner }) => rpc(person, "unblock_sender", { sender: owner.id }),
    expected: { ...everyone("ok"), blocked: "ok" },
  },
  {
    name: "ask_for_tasks",
    call: (person, { taskId }) => rpc(person, "ask_for_tasks", { task_ids: [taskId] }),
    expected: { ...everyone("ok"), left: "ok", declined: "ok" },
  },
];

export const leftTasks: Operation[] = [
  {
    name: "read",
    call: (person, fixtures) =>
      rest(person, "GET", `${leftPath(fixtures)}&select=task_id,owner_id,owner_name,title,left_at`),
    expected: { ...everyone("0 rows"), left: "1 rows", declined: "1 rows" },
  },
  {
    name: "read whose it is",
    call: (person, fixtures) => rest(person, "GET", `${leftPath(fixtures)}&select=person_id`),
    expected: nobody,
  },
  ...forbiddenColumns("POST", () => "left_tasks", {
    person_id: ({ stranger }) => stranger.id,
    task_id: ({ taskId }) => taskId,
    title: () => "Somebody's",
  }),
  ...forbiddenColumns("PATCH", leftPath, {
    person_id: ({ stranger }) => stranger.id,
    task_id: () => randomUUID(),
    title: () => "Somebody's",
    left_at: later,
  }),
  {
    name: "delete",
    call: (person, fixtures) => rest(person, "DELETE", leftPath(fixtures)),
    expected: nobody,
  },
];

export const formerNames: Operation[] = [
  {
    name: "read",
    call: (person, fixtures) => rest(person, "GET", `${namePath(fixtures)}&select=name`),
    expected: nobody,
  },
  ...forbiddenColumns("POST", () => "former_names", { name: () => "Somebody" }),
  ...forbiddenColumns("PATCH", namePath, { name: () => "Somebody" }),
  {
    name: "delete",
    call: (person, fixtures) => rest(person, "DELETE", namePath(fixtures)),
    expected: nobody,
  },
];
