import { beforeEach, describe, expect, test } from "vitest";
import {
  acceptEachOther,
  createAccount,
  newAddress,
  newPerson,
  type Person,
} from "../support/actors.ts";
import { inboxOf } from "../support/actors-inbox.ts";
import { addTask, findTask, updateTask } from "../support/actors-tasks.ts";
import { besideEachOther, rolledBack, rowsTouched, sql } from "../support/sql.ts";
import { askFor, complete, decide, leave, rename, statuses } from "./consent-steps.ts";

/** The owner and participants of a task learn what the others did, and no more. */

let alice: Person;
let bob: Person;
beforeEach(async () => {
  [alice, bob] = await Promise.all([newPerson("alice", "Alice"), newPerson("bob", "Bob")]);
});

const shareWithBob = () => addTask(alice, { share_with: [bob.email] });

describe("the owner", () => {
  /** Everything that the owner can read about a task, its shares and their own messages. */
  async function ownersView(taskId: string, inbox: ReturnType<typeof inboxOf>) {
    const told = (await inbox()).length;
    return { task: await findTask(alice, taskId), statuses: await statuses(alice, taskId), told };
  }

  const silent: readonly (readonly [string, (task: string) => Promise<unknown>])[] = [
    ["accepts", () => decide(bob, "accept_sender", alice)],
    ["declines", () => decide(bob, "decline_sender", alice)],
    ["blocks", () => decide(bob, "block_sender", alice)],
    [
      "accepts and leaves",
      async (task) => {
        await decide(bob, "accept_sender", alice);
        await leave(bob, task);
      },
    ],
    [
      "accepts and blocks",
      async () => {
        await decide(bob, "accept_sender", alice);
        await decide(bob, "block_sender", alice);
      },
    ],
    [
      "confirms another address",
      () =>
        sql("update auth.users set email = $2 where id = $1", [bob.id, newAddress("bob-moved")]),
    ],
    ["closes the account", () => sql("delete from auth.users where id = $1", [bob.id])],
  ];
  test.each(silent)("sees 'invited' all the same when the other one %s", async (_, act) => {
    const { id } = await shareWithBob();
    const inbox = inboxOf(alice);
    await inbox();
    const before = await ownersView(id, inbox);
    expect(before.statuses).toEqual(["invited"]);
    await act(id);
    expect(await ownersView(id, inbox)).toEqual(before);
  });

  test("sees who takes part from the first tick on, and that they take part no more", async () => {
    await acceptEachOther([alice, bob]);
    const { id } = await shareWithBob();
    await complete(bob, id);
    expect(await statuses(alice, id)).toEqual(["taking_part"]);
    await leave(bob, id);
    expect(await statuses(alice, id)).toEqual(["left"]);
    await askFor(bob, id);
    expect(await statuses(alice, id), "asking back is nothing in the task").toEqual(["left"]);
    await complete(bob, id, "2020-02-02");
    expect(await statuses(alice, id)).toEqual(["taking_part"]);
    await updateTask(alice, id, {}, []);
    await decide(bob, "block_sender", alice);
    await updateTask(alice, id, {}, [bob.email]);
    expect(await statuses(alice, id)).toEqual(["invited"]);
  });

  test("makes the database do the same for an address, no matter who is behind it", async () => {
    const carol = await newPerson("carol");
    const [declines, blocks, leaves] = await Promise.all([newPerson(), newPerson(), newPerson()]);
    const unconfirmed = newAddress("unconfirmed");
    await createAccount({ email: unconfirmed, confirmed: false });
    const invitees = [newAddress("nobody"), unconfirmed, bob.email, declines.email, blocks.email];
    const warmUp = await addTask(alice, { share_with: [...invitees, leaves.email] });
    await decide(declines, "decline_sender", alice);
    await decide(blocks, "block_sender", alice);
    await decide(leaves, "accept_sender", alice);
    await leave(leaves, warmUp.id);
    await decide(carol, "block_sender", alice).catch(() => undefined);

    /** The number of rows written by an action. */
    const work = (taskId: string, action: string, values: unknown[]) =>
      rolledBack(async (client) => {
        // These counters cover everything since the connection's last report.
        const count = `pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid)
          + pg_stat_get_xact_tuples_deleted(oid)`;
        const written = async () => {
          const { rows } = await client.query<{ name: string; rows: number }>(
            `select regexp_replace(relname, '_[0-9_]+$', '') as name, sum(${count})::int as rows
             from pg_class where relkind = 'r'
               and relnamespace in ('public'::regnamespace, 'realtime'::regnamespace)
             group by 1 order by 1`,
          );
          return rows;
        };
        const before = await written();
        await client.query(action, [taskId, ...values]);
        const after = await written();
        return after.flatMap(({ name, rows }, n) => {
          const more = rows - (before[n]?.rows ?? 0);
          return more === 0 ? [] : [`${name}: ${more}`];
        });
      });
    const share =
      "insert into private.task_shares (task_id, owner_id, contact_email) values ($1, $2, $3)";
    const tick = `insert into public.task_completions (task_id, user_id, completed_date)
      values ($1, $2, '2020-03-01')`;
    const seen = [];
    for (const address of invitees) {
      const unshared = await addTask(alice, { is_shared: true });
      const shared = await addTask(alice, { share_with: [address] });
      seen.push({
        share: await work(unshared.id, share, [alice.id, address]),
        tick: await work(shared.id, tick, [alice.id]),
      });
    }
    expect(seen[0]?.tick).not.toEqual([]);
    for (const one of seen) expect(one).toEqual(seen[0]);

    // A person who has accepted gets the message that is sent to nobody for the others.
    const accepts = await newPerson("accepts");
    await acceptEachOther([alice, accepts]);
    const { id } = await addTask(alice, { share_with: [accepts.email] });
    expect(await work(id, tick, [alice.id])).toEqual(seen[0]?.tick);
  });

  test("can't measure whether there is an account: a tick reads and writes as much", async () => {
    const tick = `insert into public.task_completions (task_id, user_id, completed_date)
      values ($1, $2, '2020-03-01')`;
    const [known, unknown] = [
      await addTask(alice, { share_with: [bob.email] }),
      await addTask(alice, { share_with: [newAddress("none")] }),
    ];
    const rowsOf = (task: { id: string }) => () =>
      rolledBack((client) => rowsTouched(client, tick, [task.id, alice.id]));
    const [somebody, nobody] = await besideEachOther(rowsOf(known), rowsOf(unknown));
    expect(somebody).toBe(nobody);
  });
});

describe("who has left", () => {
  const nameOfBob = async (taskId: string) => (await findTask(alice, taskId))?.people[bob.id];

  test.each([
    ["by themself", (id: string) => leave(bob, id)],
    ["by a block", () => decide(bob, "block_sender", alice)],
    ["by the owner's decision", (id: string) => updateTask(alice, id, {}, [])],
  ])("%s keeps the former name in the history", async (_, end) => {
    await acceptEachOther([alice, bob]);
    const [left, kept] = await Promise.all([shareWithBob(), addTask(bob)]);
    await complete(bob, left.id);
    await rename(bob, "Robert");
    expect(await nameOfBob(left.id)).toBe("Robert");
    await end(left.id);
    const inbox = inboxOf(alice);
    await inbox();
    await rename(bob, "Roberta");
    expect(await inbox()).toEqual([]);
    expect(await nameOfBob(left.id)).toBe("Robert");
    expect((await findTask(bob, kept.id))?.people).toEqual({ [bob.id]: "Roberta" });
  });

  test("and comes back is named again by their next tick, not before", async () => {
    await acceptEachOther([alice, bob]);
    const { id } = await shareWithBob();
    await complete(bob, id);
    await leave(bob, id);
    await rename(bob, "Roberta");
    await askFor(bob, id);
    expect(await nameOfBob(id)).toBe("Bob");
    const done = await complete(bob, id, "2020-02-02");
    expect(done.people[bob.id]).toBe("Roberta");
    expect(await nameOfBob(id)).toBe("Roberta");
  });

  test("has a name from the address changed, too, when the address changes", async () => {
    const nameless = await newPerson("nameless");
    await acceptEachOther([alice, nameless]);
    const { id } = await addTask(alice, { share_with: [nameless.email] });
    const name = nameless.email.split("@")[0];
    await complete(nameless, id);
    await leave(nameless, id);
    await sql("update auth.users set email = $2 where id = $1", [
      nameless.id,
      newAddress("secret"),
    ]);
    expect((await findTask(alice, id))?.people[nameless.id]).toBe(name);
  });
});
