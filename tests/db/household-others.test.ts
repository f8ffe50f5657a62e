import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import {
  acceptEachOther,
  newPerson,
  type Person,
  refusalCode,
  rest,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { inboxOf } from "../support/actors-inbox.ts";
import {
  addTask,
  createTask,
  findTask,
  invitations,
  listTasks,
  updateTask,
} from "../support/actors-tasks.ts";
import { householdOf, join, newHousehold, personId } from "../support/households.ts";
import { inTransaction, sql } from "../support/sql.ts";

/** A household and people outside: another household, and people with whom a task is shared. */

let alice: Person;
let bob: Person;
let dave: Person;
let flat: string;

/** Alice keeps a flat with Bob; Dave accepts what she and Bob share. */
beforeEach(async () => {
  const made = await Promise.all(["Alice", "Bob", "Dave"].map((name) => newPerson("p", name)));
  [alice, bob, dave] = made as [Person, Person, Person];
  await acceptEachOther(made);
  flat = await newHousehold(alice, "The flat", ["Carol"]);
  await join(alice, flat, bob);
});

const addTo = async (person: Person, household: string, share_with: readonly string[] = []) =>
  succeeded<TaskJson>(
    await createTask(person, {
      ...{ category: "Home", title: `Task ${randomUUID()}`, start_date: "2020-01-01" },
      ...{ household_id: household, is_shared: true, share_with },
    }),
  );
const tick = async (person: Person, task: TaskJson, completed_date: string) =>
  succeeded(await rpc(person, "complete_task", { task_id: task.id, completed_date }));

describe("a task that moves to another household", () => {
  test("is nobody's of the first any more, whoever it stood for", async () => {
    const garden = await newHousehold(alice, "The garden");
    await join(alice, garden, dave);
    const task = await addTo(bob, flat);
    const bobsInbox = inboxOf(bob);
    await bobsInbox();
    const moved = succeeded<TaskJson>(await updateTask(alice, task.id, { household_id: garden }));
    expect(moved).toMatchObject({ householdId: garden, ownerId: alice.id });
    expect(await bobsInbox()).toEqual([{ event: "task_removed", payload: { taskId: task.id } }]);
    await tick(dave, task, "2020-01-02");
    expect(await bobsInbox()).toEqual([]);
    expect(await findTask(bob, task.id)).toBeUndefined();
    expect((await rpc(bob, "read_task", { task_id: task.id })).body).toBeNull();
  });

  test("and a new name of somebody in its record is told where it is", async () => {
    const task = await addTo(bob, flat);
    await tick(bob, task, "2020-01-02");
    const garden = await newHousehold(alice, "The garden");
    await join(alice, garden, dave);
    succeeded(await updateTask(alice, task.id, { household_id: garden }));
    const davesInbox = inboxOf(dave);
    await davesInbox();
    const { me } = await householdOf(bob, flat);
    const changed = { household_id: flat, id: me, name: "Robert", face: 1, role: "member" };
    succeeded(await rpc(bob, "save_person", changed));
    expect(await davesInbox()).toEqual([{ event: "list_changed", payload: {} }]);
    expect((await findTask(dave, task.id))?.people[me]).toBe("Robert");
  });
});

describe("a share of a household's task", () => {
  test("tells nobody whether the address belongs to it, before and after somebody joins", async () => {
    const task = await addTo(alice, flat);
    const [nobody, joining] = [`${randomUUID()}@example.com`, await newPerson("p", "Joan")];
    const addresses = [nobody, bob.email, joining.email];
    await acceptEachOther([alice, joining]);
    succeeded(await updateTask(alice, task.id, {}, addresses));
    const told = async () => [
      ...((
        await rest(alice, "GET", `task_shares?task_id=eq.${task.id}&select=contact_email,status`)
      ).body as { contact_email: string }[]),
      ...(
        (await rest(alice, "GET", `shared_contacts?select=contact_email`)).body as {
          contact_email: string;
        }[]
      ).filter(({ contact_email }) => addresses.includes(contact_email)),
    ];
    const before = await told();
    expect(before.map(({ contact_email }) => contact_email).sort()).toEqual(
      [...addresses, ...addresses].sort(),
    );
    await join(alice, flat, joining);
    expect(await told()).toEqual(before);
    // They have it already, and aren't asked.
    expect(await invitations(bob)).toEqual([]);
  });

  test("waits for whoever has left", async () => {
    const task = await addTo(alice, flat, [bob.email]);
    expect(await invitations(bob)).toEqual([]);
    const { me } = await householdOf(bob, flat);
    succeeded(await rpc(bob, "remove_person", { household_id: flat, id: me }));
    expect(await findTask(bob, task.id)).toBeUndefined();
    expect(await invitations(bob)).toMatchObject([{ senderId: alice.id, count: 1 }]);
    succeeded(await rpc(bob, "accept_sender", { sender: alice.id }));
    expect(await findTask(bob, task.id)).toMatchObject({ ownerId: alice.id });
  });

  test("with whoever takes the task on is none, and what others did keeps its name", async () => {
    const task = await addTo(alice, flat, [bob.email, dave.email]);
    await tick(dave, task, "2020-01-02");
    const { me } = await householdOf(bob, flat);
    const keeper = { household_id: flat, id: me, name: "Bob", face: 0, role: "keeper" };
    succeeded(await rpc(alice, "save_person", keeper));
    succeeded(await updateTask(bob, task.id, { household_id: null }));
    const shares = await rest(bob, "GET", `task_shares?task_id=eq.${task.id}&select=contact_email`);
    expect(shares.body).toEqual([{ contact_email: dave.email }]);
    succeeded(await rest(dave, "PATCH", `profiles?id=eq.${dave.id}`, { full_name: "Dora" }));
    expect((await findTask(bob, task.id))?.people).toMatchObject({ [dave.id]: "Dave" });
  });

  test("that comes to somebody's new address leaves the task once on their list", async () => {
    const address = `new-${randomUUID()}@example.com`;
    const task = await addTo(alice, flat, [address]);
    await sql("update auth.users set email = $2 where id = $1", [bob.id, address]);
    expect((await listTasks(bob)).map(({ id }) => id)).toEqual([task.id]);
  });

  test("comes back with the task, whoever deletes it and brings it back", async () => {
    const task = await addTo(alice, flat, [dave.email]);
    succeeded(await rpc(bob, "delete_task", { task_id: task.id }));
    expect(await findTask(dave, task.id)).toBeUndefined();
    succeeded(await rpc(bob, "restore_task", { task_id: task.id }));
    expect(await findTask(dave, task.id)).toMatchObject({ ownerId: alice.id });
    const shares = await rest(alice, "GET", `task_shares?task_id=eq.${task.id}&select=owner_id`);
    expect(shares.body).toEqual([{ owner_id: alice.id }]);
  });

  test("is made and ended by nobody who is a helper now", async () => {
    const task = await addTo(bob, flat, [dave.email]);
    const bobsId = await personId(alice, flat, "Bob");
    const helper = { household_id: flat, id: bobsId, name: "Bob", face: 0, role: "helper" };
    succeeded(await rpc(alice, "save_person", helper));
    expect(await findTask(dave, task.id)).toMatchObject({ ownerId: alice.id });
    for (const addresses of [[dave.email, `${randomUUID()}@example.com`], []]) {
      expect(refusalCode(await updateTask(bob, task.id, {}, addresses))).toBe("NOT_ALLOWED");
    }
    const path = `task_shares?task_id=eq.${task.id}&select=contact_email`;
    expect((await rest(alice, "GET", path)).body).toHaveLength(1);
  });
});

test("whoever is outside waits for nobody who changes the household, and for no change of a task", async () => {
  await addTo(alice, flat);
  const own = await addTask(dave);
  await inTransaction(async (client) => {
    await client.query("select from public.tasks where household_id = $1 for update", [flat]);
    await client.query("select from public.households where id = $1 for update", [flat]);
    for (const [name, parameters] of [
      ["rename_household", { name: "Mine" }],
      ["delete_household", { name: "The flat" }],
      ["remove_person", { id: randomUUID() }],
      ["bring_back_person", { id: randomUUID() }],
      ["invite_to_household", { role: "member" }],
    ] as const) {
      const answer = await rpc(dave, name, { household_id: flat, ...parameters });
      expect(refusalCode(answer), name).toBe("HOUSEHOLD_NOT_FOUND");
    }
    const answer = await updateTask(dave, own.id, { household_id: flat });
    expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
  });
});

describe("a share with somebody who has blocked a keeper", () => {
  const call = async (person: Person, name: string, parameters: object) =>
    succeeded(await rpc(person, name, { ...parameters }));
  const ways: [name: string, way: (task: string, household: string, member: string) => unknown][] =
    [
      ["takes it out", (task) => updateTask(alice, task, { household_id: null })],
      [
        "lets go who shared it",
        (_, household_id, id) => call(alice, "remove_person", { household_id, id }),
      ],
      [
        "makes a helper of who shared it",
        (_, household_id, id) =>
          call(alice, "save_person", { household_id, id, name: "M", face: 0, role: "helper" }),
      ],
      [
        "is left with it by who closes the account",
        async (task) => {
          await sql(
            "delete from auth.users where id = (select user_id from public.tasks where id = $1)",
            [task],
          );
        },
      ],
    ];
  test.each(ways)("ends when that one %s, and is theirs to ask for", async (_, way) => {
    const [member, guest] = await Promise.all([newPerson("member"), newPerson("guest")]);
    const household = await newHousehold(alice, "Alice's");
    await join(alice, household, member);
    const { me } = await householdOf(member, household);
    const { id: unwanted } = await addTask(alice, { share_with: [guest.email] });
    await call(guest, "block_sender", { sender: alice.id });
    const task = await addTo(member, household, [guest.email]);
    await call(guest, "accept_sender", { sender: member.id });
    await call(guest, "complete_task", { task_id: task.id, completed_date: "2020-02-01" });
    expect(await findTask(guest, task.id)).toBeDefined();

    await way(task.id, household, me);
    const mine = async () => [(await findTask(guest, task.id))?.id, await invitations(guest)];
    expect(await mine()).toEqual([undefined, []]);
    const path = `task_shares?task_id=eq.${task.id}&select=owner_id,status`;
    expect((await rest(alice, "GET", path)).body).toEqual([
      { owner_id: alice.id, status: "invited" },
    ]);
    await call(guest, "unblock_sender", { sender: alice.id });
    expect(await mine()).toMatchObject([undefined, [{ senderId: alice.id, count: 2 }]]);
    await call(guest, "accept_sender", { sender: alice.id });
    expect((await findTask(guest, task.id))?.id).toBe(task.id);
    expect((await findTask(guest, unwanted))?.id).toBe(unwanted);
    await sql("delete from public.households where id = $1", [household]);
  });
});
