import { rest, rpc } from "../support/actors.ts";
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

const feedPath = ({ owner }: Fixtures) => `calendar_feeds?person_id=eq.${owner.id}`;
const columns = "person_id,only_mine,categories,created_at,household_ids,only_my_turns";
const hash = "0".repeat(64);

/** The owner has a calendar address. */
export const calendarFeeds: Operation[] = [
  {
    name: "read what it shows",
    call: (person, fixtures) => rest(person, "GET", `${feedPath(fixtures)}&select=${columns}`),
    expected: outcomes("1 rows", "0 rows", "0 rows"),
  },
  {
    name: "read token_hash",
    call: (person, fixtures) => rest(person, "GET", `${feedPath(fixtures)}&select=token_hash`),
    expected: nobody,
  },
  {
    name: "find it by its hash",
    call: (person) =>
      rest(person, "GET", `calendar_feeds?token_hash=eq.\\x${hash}&select=only_mine`),
    expected: nobody,
  },
  ...forbiddenColumns("POST", () => "calendar_feeds", {
    person_id: ({ owner }) => owner.id,
    token_hash: () => `\\x${hash}`,
    only_mine: () => true,
  }),
  ...forbiddenColumns("PATCH", feedPath, {
    person_id: ({ stranger }) => stranger.id,
    token_hash: () => `\\x${hash}`,
    created_at: later,
  }),
  {
    name: "update what it shows",
    call: (person, fixtures) =>
      rest(person, "PATCH", feedPath(fixtures), {
        only_mine: true,
        categories: ["Home"],
        household_ids: [],
        only_my_turns: true,
      }),
    expected: outcomes("ok", NOTHING, NOTHING),
  },
  {
    name: "revoke",
    call: (person, fixtures) => rest(person, "DELETE", feedPath(fixtures)),
    // Nobody's but the caller's own is touched; that there was none is no error.
    expected: everyone("ok"),
  },
  {
    name: "renew_calendar",
    call: (person) => rpc(person, "renew_calendar"),
    expected: everyone("ok"),
    isOwnBusiness: true,
  },
  {
    name: "count_calendar_read, for the edge function alone",
    call: (person) => rpc(person, "count_calendar_read", { token_hash: hash }),
    expected: nobody,
  },
  {
    name: "list_tasks_for, for the edge functions alone",
    call: (person, { owner }) => rpc(person, "list_tasks_for", { person: owner.id }),
    expected: nobody,
  },
];
