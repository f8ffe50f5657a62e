import { beforeEach, describe, expect, test } from "vitest";
import {
  acceptEachOther,
  createAccount,
  newAddress,
  newPerson,
  type Person,
  refusalCode,
  rest,
  rpc,
  signIn,
  succeeded,
} from "../support/actors.ts";
import { inboxOf } from "../support/actors-inbox.ts";
import {
  addTask,
  findTask,
  invitations,
  listTasks,
  shareMany,
  updateTask,
} from "../support/actors-tasks.ts";
import { besideEachOther, rolledBack, rowsTouched, sql, sqlValue } from "../support/sql.ts";
import { askFor, decide, idsOf, leave } from "./consent-steps.ts";

/** Shares only reach a person from people whom they have accepted. */

let alice: Person;
let bob: Person;
beforeEach(async () => {
  [alice, bob] = await Promise.all([newPerson("alice", "Alice"), newPerson("bob", "Bob")]);
});

const shareWithBob = () => addTask(alice, { share_with: [bob.email] });

describe("an invitation", () => {
  test("counts the tasks of each sender and tells nothing of them", async () => {
    const carol = await newPerson("carol", "Carol");
    await Promise.all([shareWithBob(), shareWithBob()]);
    await addTask(carol, { share_with: [bob.email] });
    const answer = succeeded(await rpc(bob, "list_tasks"));
    expect(answer).toMatchObject({
      tasks: [],
      invitations: [
        { senderId: alice.id, senderName: "Alice", count: 2 },
        { senderId: carol.id, senderName: "Carol", count: 1 },
      ],
    });
    expect(JSON.stringify(answer)).not.toContain("Task ");
  });

  test("comes, changes and goes live, for the recipient alone", async () => {
    const [alices, bobs] = [inboxOf(alice), inboxOf(bob)];
    const changed = [{ event: "list_changed", payload: {} }];
    const { id } = await shareWithBob();
    expect(await bobs()).toEqual(changed);
    await alices();
    await decide(bob, "accept_sender", alice);
    expect(await bobs()).toEqual(changed);
    expect(await alices()).toEqual([]);
    await updateTask(alice, id, {}, []);
    expect(await bobs()).toMatchObject([{ event: "task_removed" }]);
    await decide(bob, "block_sender", alice);
    expect(await bobs()).toEqual(changed);
    await updateTask(alice, id, {}, [bob.email]);
    expect(await bobs(), "nothing comes from who is blocked").toEqual([]);
  });

  test("has its sender's name of now, live", async () => {
    await shareWithBob();
    const bobs = inboxOf(bob);
    await bobs();
    await rest(alice, "PATCH", `profiles?id=eq.${alice.id}`, { full_name: "Alice B" });
    expect(await bobs()).toEqual([{ event: "list_changed", payload: {} }]);
    expect(await invitations(bob)).toMatchObject([{ senderName: "Alice B" }]);
  });

  test("that is taken back is gone, live", async () => {
    const { id } = await shareWithBob();
    const bobs = inboxOf(bob);
    await bobs();
    await updateTask(alice, id, {}, []);
    expect(await bobs()).toEqual([{ event: "list_changed", payload: {} }]);
    expect(await invitations(bob)).toEqual([]);
    expect(refusalCode(await rpc(bob, "accept_sender", { sender: alice.id }))).toBe(
      "INVITATION_NOT_FOUND",
    );
  });

  test("is gone, live, with the account of its sender", async () => {
    await Promise.all([shareWithBob(), shareWithBob()]);
    const bobs = inboxOf(bob);
    await bobs();
    await sql("delete from auth.users where id = $1", [alice.id]);
    expect(await bobs()).toEqual([{ event: "list_changed", payload: {} }]);
    expect(await invitations(bob)).toEqual([]);
  });

  test("of strangers is bounded: 20 senders, 100 tasks", { tags: ["all"] }, async () => {
    const senders = await Promise.all(Array.from({ length: 21 }, () => createAccount()));
    await shareMany(senders, bob.email, 120);
    const shown = await invitations(bob);
    expect(shown).toHaveLength(20);
    expect(new Set(shown.map(({ count }) => count))).toEqual(new Set([100]));
    await Promise.all(shown.map(({ senderId }) => rpc(bob, "block_sender", { sender: senderId })));
    expect(await invitations(bob), "the last one has its turn").toHaveLength(1);
  });

  describe("among those of more strangers than are shown", () => {
    /** Strangers share one after the other, those with the greatest ids first; resolves to their ids. */
    const strangersShare = async (): Promise<string[]> => {
      const ids = await Promise.all(Array.from({ length: 24 }, () => createAccount()));
      const senders = ids.sort().reverse();
      for (const sender of senders) {
        await sql(
          `with added as (
             insert into public.tasks (user_id, category, title, start_date, is_shared)
             values ($1, 'Home', 'Unasked', '2020-01-01', true) returning id, user_id
           )
           insert into private.task_shares (task_id, owner_id, contact_email)
           select id, user_id, $2 from added`,
          [sender, bob.email],
        );
      }
      return senders;
    };
    const shownIds = async () => (await invitations(bob)).map(({ senderId }) => senderId).sort();
    const isShown = async () => (await shownIds()).includes(alice.id);

    test("is shown when it was there before", async () => {
      const { id } = await shareWithBob();
      const strangers = await strangersShare();
      expect(await shownIds()).toEqual([alice.id, ...strangers.slice(0, 19)].sort());
      // Later tasks don't change the place in the queue.
      await shareWithBob();
      await updateTask(alice, id, {}, []);
      expect(await isShown()).toBe(true);
      expect(await invitations(bob)).toHaveLength(20);
    });

    test("has its turn when it comes later", async () => {
      await strangersShare();
      await shareWithBob();
      expect(await isShown()).toBe(false);
      for (const { senderId } of await invitations(bob)) {
        await rpc(bob, "block_sender", { sender: senderId });
      }
      expect(await isShown()).toBe(true);
    });

    test("is shown when it comes from somebody to whom one shares", async () => {
      await strangersShare();
      await addTask(bob, { share_with: [alice.email] });
      await shareWithBob();
      expect(await isShown()).toBe(true);
      expect(await invitations(bob)).toHaveLength(20);
    });

    test("is shown when it comes from somebody who takes part in a task beside one", async () => {
      const carol = await newPerson("carol");
      await acceptEachOther([carol, bob]);
      await acceptEachOther([carol, alice]);
      const { id } = await addTask(carol, { share_with: [alice.email, bob.email] });
      await strangersShare();
      await shareWithBob();
      expect(await isShown(), "as long as it does not show").toBe(false);
      succeeded(await rpc(alice, "complete_task", { task_id: id, completed_date: "2020-01-01" }));
      expect(await isShown()).toBe(true);
    });

    test("is not shown once it was declined, however well one knows the sender", async () => {
      await strangersShare();
      await addTask(bob, { share_with: [alice.email] });
      await shareWithBob();
      await decide(bob, "decline_sender", alice);
      expect(await isShown()).toBe(false);
      expect(await invitations(bob)).toHaveLength(20);
    });
  });
});

describe("accepting", () => {
  test("brings what waits and, from then on, everything at once", async () => {
    const [first, second] = await Promise.all([shareWithBob(), shareWithBob()]);
    await decide(bob, "accept_sender", alice);
    await decide(bob, "accept_sender", alice);
    expect(await idsOf(bob)).toEqual([first.id, second.id].sort());
    expect(await invitations(bob)).toEqual([]);
    const later = await shareWithBob();
    expect(await findTask(bob, later.id)).toEqual(later);
  });

  test("is about one sender and one direction", async () => {
    const carol = await newPerson();
    await shareWithBob();
    await addTask(carol, { share_with: [bob.email] });
    await addTask(bob, { share_with: [alice.email] });
    await decide(bob, "accept_sender", alice);
    expect(await invitations(bob)).toMatchObject([{ senderId: carol.id }]);
    expect(await invitations(alice)).toMatchObject([{ senderId: bob.id }]);
  });

  test("and sharing at the same moment: the task is there, no matter who was first", async () => {
    await shareWithBob();
    const [, ...made] = await Promise.all([
      decide(bob, "accept_sender", alice),
      ...Array.from({ length: 8 }, shareWithBob),
    ]);
    const ids = await idsOf(bob);
    for (const { id } of made) expect(ids).toContain(id);
    expect(await invitations(bob)).toEqual([]);
  });

  test("of a thousand tasks is one call, and confirming their address costs nothing", {
    tags: ["all"],
  }, async () => {
    const [flooded, plain] = [newAddress("flooded"), newAddress("plain")];
    const senders = await Promise.all(Array.from({ length: 3 }, () => newPerson("sender")));
    await shareMany(
      senders.map(({ id }) => id),
      flooded,
      1000,
    );
    const account = await createAccount({ email: flooded, confirmed: false });
    const other = await createAccount({ email: plain, confirmed: false });
    const confirm = "update auth.users set email_confirmed_at = now() where id = $1";
    const confirmation = (id: string) => () =>
      rolledBack((client) => rowsTouched(client, confirm, [id]));
    const [invited, uninvited] = await besideEachOther(confirmation(account), confirmation(other));
    expect(invited).toBe(uninvited);

    await sql(confirm, [account]);
    const person = await signIn(account, flooded);
    for (const sender of senders) {
      const before = (await listTasks(person)).length;
      await decide(person, "accept_sender", sender);
      expect(await listTasks(person)).toHaveLength(before + 1000);
    }
  });
});

describe("declining", () => {
  test("refuses what waits for good; a later task asks again", async () => {
    const { id } = await shareWithBob();
    await decide(bob, "decline_sender", alice);
    await decide(bob, "decline_sender", alice);
    expect(await invitations(bob)).toEqual([]);
    await updateTask(alice, id, {}, []);
    await updateTask(alice, id, {}, [bob.email]);
    expect(await invitations(bob)).toEqual([]);
    const later = await shareWithBob();
    expect(await invitations(bob)).toMatchObject([{ senderId: alice.id, count: 1 }]);
    await decide(bob, "accept_sender", alice);
    expect(await idsOf(bob)).toEqual([later.id]);
  });

  test("keeps no word of the tasks, and can be taken back", async () => {
    const { id } = await shareWithBob();
    await decide(bob, "decline_sender", alice);
    const path = "left_tasks?select=task_id,owner_name,title";
    expect((await rest(bob, "GET", path)).body).toEqual([
      { task_id: id, owner_name: "Alice", title: null },
    ]);
    await askFor(bob, id);
    expect(await invitations(bob)).toMatchObject([{ senderId: alice.id, count: 1 }]);
    expect(await listTasks(bob)).toEqual([]);
  });
});

describe("blocking", () => {
  test("ends all that comes from that person, takes none again, and can be undone", async () => {
    const carol = await newPerson();
    await acceptEachOther([alice, bob, carol]);
    const [one, , carols] = await Promise.all([
      shareWithBob(),
      shareWithBob(),
      addTask(carol, { share_with: [bob.email] }),
    ]);
    const bobs = await addTask(bob, { share_with: [alice.email] });
    await decide(bob, "block_sender", alice);
    await decide(bob, "block_sender", alice);
    expect(await idsOf(bob)).toEqual([carols.id, bobs.id].sort());
    expect(await findTask(alice, bobs.id), "only of this direction").toBeDefined();
    await updateTask(alice, one.id, {}, []);
    await updateTask(alice, one.id, {}, [bob.email]);
    await shareWithBob();
    expect(await idsOf(bob)).toEqual([carols.id, bobs.id].sort());
    expect(await invitations(bob)).toEqual([]);
    expect((await rest(bob, "GET", `sharing_consents?select=*`)).status).toBe(403);

    await decide(bob, "unblock_sender", alice);
    await decide(bob, "unblock_sender", alice);
    expect(await idsOf(bob)).toEqual([carols.id, bobs.id].sort());
    expect(await invitations(bob)).toMatchObject([{ senderId: alice.id, count: 3 }]);
  });

  test("somebody who never shared anything is refused, as for an id that nobody has", async () => {
    const nobody = "00000000-0000-4000-8000-00000000dead";
    for (const sender of [alice.id, nobody, bob.id]) {
      expect(refusalCode(await rpc(bob, "block_sender", { sender }))).toBe("INVITATION_NOT_FOUND");
    }
  });
});

describe("leaving", () => {
  test("is remembered: the owner can't put the task back, the one who left can", async () => {
    await acceptEachOther([alice, bob]);
    const { id, title } = await shareWithBob();
    await leave(bob, id);
    await leave(bob, id);
    await updateTask(alice, id, { title: "Another title" }, []);
    await updateTask(alice, id, {}, [bob.email]);
    expect(await findTask(bob, id)).toBeUndefined();
    expect(await invitations(bob)).toEqual([]);
    expect((await rest(bob, "GET", "left_tasks?select=task_id,title,owner_name")).body).toEqual([
      { task_id: id, title, owner_name: "Alice" },
    ]);
    await askFor(bob, id);
    await askFor(bob, id);
    expect(await findTask(bob, id)).toMatchObject({ title: "Another title" });
  });

  test("and asked for while it is not shared: it is back when it is shared again", async () => {
    await acceptEachOther([alice, bob]);
    const { id } = await shareWithBob();
    await leave(bob, id);
    await updateTask(alice, id, {}, []);
    await askFor(bob, id);
    expect(await findTask(bob, id)).toBeUndefined();
    await updateTask(alice, id, {}, [bob.email]);
    expect(await findTask(bob, id)).toBeDefined();
  });

  test("stays with the person, not with the address", async () => {
    await acceptEachOther([alice, bob]);
    const { id } = await shareWithBob();
    await leave(bob, id);
    const moved = newAddress("bob-moved");
    await sql("update auth.users set email = $2 where id = $1", [bob.id, moved]);
    await updateTask(alice, id, {}, [moved]);
    expect(await findTask(bob, id)).toBeUndefined();
    expect(await invitations(bob)).toEqual([]);
  });
});

test("an account that has not confirmed the address gets no invitation, and decides nothing", async () => {
  await sql("update auth.users set email_confirmed_at = null where id = $1", [bob.id]);
  await shareWithBob();
  expect(await invitations(bob)).toEqual([]);
  for (const decision of ["accept_sender", "block_sender"] as const) {
    expect(refusalCode(await rpc(bob, decision, { sender: alice.id }))).toBe(
      "INVITATION_NOT_FOUND",
    );
  }
  await decide(bob, "decline_sender", alice);
  const path = "select count(*)::int from public.left_tasks where person_id = $1";
  expect(await sqlValue(path, [bob.id])).toBe(0);
});
