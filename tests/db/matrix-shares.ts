import { randomUUID } from "node:crypto";
import { newAddress, type Person, rest, rpc } from "../support/actors.ts";
import type { Fixtures } from "./matrix-fixtures.ts";
import {
  everyone,
  forbiddenColumns,
  later,
  NOTHING,
  nobody,
  type Operation,
  outcomes,
} from "./matrix-operations.ts";

const sharePath = ({ taskId }: Fixtures) => `task_shares?task_id=eq.${taskId}`;
const contactPath = ({ owner }: Fixtures) => `shared_contacts?owner_id=eq.${owner.id}`;
const profilePath = ({ owner }: Fixtures) => `profiles?id=eq.${owner.id}`;

export const shares: Operation[] = [
  {
    name: "read addresses",
    call: (person, fixtures) => rest(person, "GET", `${sharePath(fixtures)}&select=contact_email`),
    expected: outcomes("6 rows", "0 rows", "0 rows"),
  },
  {
    name: "read how they stand: the invited, declined, blocked and unconfirmed alike",
    call: (person, fixtures) =>
      rest(person, "GET", `${sharePath(fixtures)}&status=eq.invited&select=status`),
    expected: outcomes("5 rows", "0 rows", "0 rows"),
  },
  ...["select=*", "select=recipient_id", "select=task_id&recipient_id=not.is.null"].map(
    (question) => ({
      name: `read who is behind them: ${question}`,
      call: (person: Person | null, fixtures: Fixtures) =>
        rest(person, "GET", `${sharePath(fixtures)}&${question}`),
      expected: nobody,
    }),
  ),
  {
    name: "send_invitation_again",
    call: (person, { recipient }) =>
      rpc(person, "send_invitation_again", { address: recipient.email }),
    expected: outcomes("ok", "404 INVITATION_NOT_FOUND", "404 INVITATION_NOT_FOUND"),
  },
  {
    name: "insert",
    call: (person, { taskId }) =>
      rest(person, "POST", "task_shares", { task_id: taskId, contact_email: newAddress() }),
    expected: nobody,
  },
  ...forbiddenColumns(
    "POST",
    () => "task_shares",
    {
      owner_id: ({ owner }) => owner.id,
      recipient_id: ({ stranger }) => stranger.id,
      status: () => "taking_part",
    },
    () => ({ task_id: randomUUID(), contact_email: newAddress() }),
  ),
  ...forbiddenColumns("PATCH", sharePath, {
    task_id: () => randomUUID(),
    owner_id: ({ stranger }) => stranger.id,
    contact_email: ({ stranger }) => stranger.email,
    recipient_id: ({ stranger }) => stranger.id,
    status: () => "taking_part",
  }),
  {
    name: "delete",
    call: (person, fixtures) => rest(person, "DELETE", sharePath(fixtures)),
    expected: nobody,
  },
];

export const contacts: Operation[] = [
  {
    name: "read",
    call: (person, { owner, recipient }) =>
      rest(
        person,
        "GET",
        `shared_contacts?owner_id=eq.${owner.id}&contact_email=eq.${recipient.email}`,
      ),
    expected: outcomes("1 rows", "0 rows", "0 rows"),
  },
  ...forbiddenColumns("POST", () => "shared_contacts", {
    contact_email: () => newAddress(),
    owner_id: ({ owner }) => owner.id,
    last_shared_at: later,
  }),
  ...forbiddenColumns("PATCH", contactPath, {
    owner_id: ({ stranger }) => stranger.id,
    contact_email: () => newAddress(),
    last_shared_at: later,
  }),
  {
    name: "delete",
    call: (person, fixtures) => rest(person, "DELETE", contactPath(fixtures)),
    // Nobody's but the caller's own are touched; that there were none is no error.
    expected: everyone("ok"),
  },
];

export const profiles: Operation[] = [
  {
    name: "read",
    call: (person, fixtures) => rest(person, "GET", profilePath(fixtures)),
    expected: outcomes("1 rows", "0 rows", "0 rows"),
  },
  {
    name: "insert",
    call: (person) => rest(person, "POST", "profiles", { id: randomUUID() }),
    expected: nobody,
  },
  {
    name: "update full_name",
    call: (person, fixtures) =>
      rest(person, "PATCH", profilePath(fixtures), { full_name: "Owner" }),
    expected: outcomes("ok", NOTHING, NOTHING),
  },
  {
    name: "update time_zone",
    call: (person, fixtures) => rest(person, "PATCH", profilePath(fixtures), { time_zone: "UTC" }),
    expected: outcomes("ok", NOTHING, NOTHING),
  },
  {
    name: "update date_style",
    call: (person, fixtures) =>
      rest(person, "PATCH", profilePath(fixtures), { date_style: "dmy-24-mon" }),
    expected: outcomes("ok", NOTHING, NOTHING),
  },
  ...forbiddenColumns("PATCH", profilePath, {
    id: () => randomUUID(),
    display_name: () => "Somebody",
  }),
  {
    name: "delete",
    call: (person, fixtures) => rest(person, "DELETE", profilePath(fixtures)),
    expected: nobody,
  },
];
