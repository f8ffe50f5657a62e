import { describe, expect, test } from "vitest";
import {
  createAccount,
  newAddress,
  newFriends,
  newPerson,
  type Person,
  rest,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { rolledBack, sql, sqlValue } from "../support/sql.ts";
import { decide } from "./consent-steps.ts";

/** Traces that somebody else's lock or update could leave on a row: docs/design/sharing.md. */

describe("a sender's own rows look the same", () => {
  /** Everything that a person can read about a task of theirs and themself, over every interface. */
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
    const [alice, bob] = await newFriends("alice", "bob");
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
    const [alice, bob] = await newFriends("alice", "bob");
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
