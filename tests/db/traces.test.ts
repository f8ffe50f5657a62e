import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "../../src/domain/dates/calendar.ts";
import {
  acceptEachOther,
  createAccount,
  newAddress,
  newPerson,
  type Person,
  rest,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { householdOf, invite, newDisplay, newHousehold } from "../support/households.ts";
import { rolledBack, sql, sqlValue } from "../support/sql.ts";
import { decide } from "./consent-steps.ts";
import { newFixtures, newPeople, type People } from "./matrix-fixtures.ts";

/** What a row that was locked or touched by somebody else could tell: docs/design/sharing.md. */

const SYSTEM_COLUMNS = ["xmax", "xmin", "cmin", "cmax", "ctid", "tableoid"];

/** Every table and view that callers may read something of, with the columns that they may. */
const readable = () =>
  sql<{ name: string; columns: string[] }>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
       and has_column_privilege('authenticated', pg_class.oid, attnum, 'select')
     group by relname order by relname`,
  );

describe("no table that callers may read shows a system column", async () => {
  const tables = await readable();
  let people: People;
  beforeAll(async () => {
    people = await newPeople();
    await newFixtures(people);
    // What the fixtures have none of for the owner.
    await sql(
      `insert into public.sharing_consents (recipient_id, sender_id, is_accepted, sender_name)
       values ($1, $2, true, 'Stranger') on conflict do nothing`,
      [people.owner.id, people.stranger.id],
    );
    const household = await newHousehold(people.owner);
    await invite(people.owner, household);
    await newDisplay(people.owner, household);
    const { me } = await householdOf(people.owner, household);
    const away = { household_id: household, id: randomUUID(), person_id: me };
    await rpc(people.owner, "enter_absence", { ...away, from_day: "2100-01-01" });
    const chore = await addTask(people.owner, { household_id: household, roster: [me] });
    const turns = { task_id: chore.id, days: [addDays(new Date().toISOString().slice(0, 10), 2)] };
    for (const name of ["take_turns", "offer_turns"]) {
      succeeded(await rpc(people.owner, name, turns));
    }
    const { id } = await addTask(people.stranger);
    await sql(
      `insert into public.left_tasks (person_id, task_id, owner_id, owner_name)
       values ($1, $2, $3, 'Stranger')`,
      [people.owner.id, id, people.stranger.id],
    );
  });

  test("and there are such tables", () => {
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["profiles", "tasks", "task_events", "task_shares"]),
    );
  });

  describe.each(tables)("$name", ({ name, columns }) => {
    test("has a row for its reader", async () => {
      const { body } = await rest(people.owner, "GET", `${name}?select=${columns.join()}&limit=1`);
      expect(body).toHaveLength(1);
    });

    test.each(SYSTEM_COLUMNS)(
      "%s is answered by 403, selected, filtered and ordered",
      async (column) => {
        const [known] = columns;
        const value = column === "ctid" ? "(0,1)" : "1";
        const queries = [
          `select=${column}`,
          `select=${known},${column}`,
          `select=${known},a:${column}`,
          `select=${known},${column}::text`,
          `select=${known}&${column}=eq.${value}`,
          `select=${known}&${column}=not.is.null`,
          `select=${known}&or=(${column}.is.null,${known}.not.is.null)`,
          `select=${known}&order=${column}`,
        ];
        for (const query of queries) {
          const { status, body } = await rest(people.owner, "GET", `${name}?${query}`);
          const { code } = body as { code: string };
          // Some of them have no order, which is found out first.
          const hasNoOrder = query.includes("order=") && /^(x|c)(min|max)$/.test(column);
          // A view has none.
          if (status === 400) expect(code, query).toBe("42703");
          else expect([status, code], query).toEqual(hasNoOrder ? [404, "42883"] : [403, "42501"]);
        }
      },
    );

    test("neither do its rows, as a whole", async () => {
      const whole = await rest(people.owner, "GET", `${name}?select=*&limit=1`);
      if (whole.status === 403) return;
      expect(Object.keys((whole.body as object[])[0] ?? {}).sort()).toEqual([...columns].sort());
    });
  });
});

test.each(SYSTEM_COLUMNS)("a change answers no %s, either", async (column) => {
  const alice = await newPerson("alice");
  const { id } = await addTask(alice);
  const changes: readonly [path: string, change: object][] = [
    [`tasks?id=eq.${id}`, { subtitle: "Changed" }],
    [`profiles?id=eq.${alice.id}`, { time_zone: "Europe/Berlin" }],
  ];
  for (const [path, change] of changes) {
    const prefer = { Prefer: "return=representation" };
    const answer = await rest(alice, "PATCH", `${path}&select=id,${column}`, change, prefer);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([403, "42501"]);
  }
});

describe("a sender's own rows look the same", () => {
  /** All that somebody can read of a task of theirs and of themselves, over every interface. */
  async function everything(sender: Person, id: string): Promise<string> {
    const paths = [
      `tasks?id=eq.${id}&select=id,xmax`,
      `profiles?id=eq.${sender.id}&select=id,xmax`,
      `tasks?id=eq.${id}`,
      `profiles?id=eq.${sender.id}`,
      `shared_contacts?select=*`,
      `task_shares?task_id=eq.${id}&select=task_id,owner_id,contact_email,status`,
      `task_events?task_id=eq.${id}&order=id`,
      `task_completions?task_id=eq.${id}`,
      `calendar_feeds?select=person_id,only_mine,categories,created_at`,
    ];
    const read = await Promise.all(paths.map((path) => rest(sender, "GET", path)));
    const calls = await Promise.all([rpc(sender, "list_tasks"), rpc(sender, "export_tasks")]);
    return JSON.stringify([...read, ...calls].map(({ status, body }) => [status, body]));
  }

  const decisions: readonly [
    name: string,
    decide: (bob: Person, alice: Person) => Promise<unknown>,
  ][] = [
    ["accepts", (bob, alice) => decide(bob, "accept_sender", alice)],
    ["declines", (bob, alice) => decide(bob, "decline_sender", alice)],
    ["blocks", (bob, alice) => decide(bob, "block_sender", alice)],
    [
      "accepts and then blocks",
      async (bob, alice) => {
        await decide(bob, "accept_sender", alice);
        await decide(bob, "block_sender", alice);
      },
    ],
    ["does nothing", async () => undefined],
    ["closes the account", (bob) => sql("delete from auth.users where id = $1", [bob.id])],
  ];
  test.each(decisions)("a person who was invited %s", async (_, act) => {
    const [alice, bob] = await Promise.all([newPerson("alice"), newPerson("bob")]);
    const { id } = await addTask(alice, { share_with: [bob.email] });
    const before = await everything(alice, id);
    await act(bob, alice);
    expect(await everything(alice, id)).toBe(before);
  });

  test("and as for an address without an account", async () => {
    const alice = await newPerson("alice");
    const { id } = await addTask(alice, { share_with: [newAddress()] });
    const before = await everything(alice, id);
    await createAccount();
    expect(await everything(alice, id)).toBe(before);
  });
});

describe("the numbers of a task's events", () => {
  const numbers = async (person: Person, id: string) =>
    succeeded<{ id: number; kind: string }[]>(
      await rest(person, "GET", `task_events?task_id=eq.${id}&select=id,kind&order=id`),
    );

  test("count the task's own, whatever happens elsewhere", async () => {
    const [alice, bob] = await acceptEachOther([await newPerson("alice"), await newPerson("bob")]);
    const { id } = await addTask(alice);
    const others = await Promise.all([addTask(bob), addTask(bob), addTask(alice)]);
    for (const [index, other] of others.entries()) {
      const completed_date = `2020-01-0${index + 1}`;
      succeeded(
        await rpc(index < 2 ? bob : alice, "complete_task", { task_id: other.id, completed_date }),
      );
      succeeded(await rpc(alice, "complete_task", { task_id: id, completed_date }));
    }
    expect((await numbers(alice, id)).map((event) => event.id)).toEqual([1, 2, 3, 4]);
  });

  test("are in the order in which things happened, without a gap, also at the same moment", async () => {
    const [alice, bob] = await acceptEachOther([await newPerson("alice"), await newPerson("bob")]);
    const { id } = await addTask(alice, { share_with: [bob.email] });
    const ticks = Array.from({ length: 12 }, (_, n) =>
      rpc(n % 2 ? alice : bob, "complete_task", {
        task_id: id,
        completed_date: `2020-02-${String(n + 10)}`,
      }),
    );
    for (const answer of await Promise.all(ticks)) succeeded(answer);
    const events = await numbers(bob, id);
    expect(events.map((event) => event.id)).toEqual(events.map((_, index) => index + 1));
    expect(events).toHaveLength(14);
    expect(events[0]?.kind).toBe("created");
  });

  test("are given to many in one statement, and by nobody but the database", async () => {
    const alice = await newPerson("alice");
    const { id } = await addTask(alice);
    const given = await rolledBack(async (client) => {
      await client.query(
        `insert into public.task_events (id, task_id, kind)
         select 100 - n, $1, 'done' from generate_series(1, 3) as n`,
        [id],
      );
      const { rows } = await client.query(
        "select array_agg(id::int order by id) as ids from public.task_events where task_id = $1",
        [id],
      );
      return rows[0].ids;
    });
    expect(given).toEqual([1, 2, 3, 4]);
    expect(
      await sqlValue("select count(*)::int from pg_sequences where schemaname = 'public'"),
    ).toBe(0);
  });
});
