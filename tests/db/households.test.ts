import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
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
import { addTask, createTask, findTask, listTasks, updateTask } from "../support/actors-tasks.ts";
import {
  householdOf,
  householdsOf,
  invite,
  join,
  newFlat,
  newHousehold,
  personId,
} from "../support/households.ts";
import { serviceCall } from "../support/service.ts";
import { sql } from "../support/sql.ts";
import { setUses } from "../support/uses.ts";

/** Households through the API: their people, whose the chores are, and what the record says about people. */

/** A person's messages from now on. */
async function listen(person: Person) {
  const inbox = inboxOf(person);
  await inbox();
  return inbox;
}

const call = async <Body = unknown>(
  person: Person,
  name: string,
  parameters: Record<string, unknown> = {},
) => succeeded<Body>(await rpc(person, name, parameters));

const people = async () => {
  const [alice, bob, carol, dave] = await Promise.all([
    newPerson("alice", "Alice"),
    newPerson("bob", "Bob"),
    newPerson("carol", "Carol"),
    newPerson("dave", "Dave"),
  ]);
  return { alice, bob, carol, dave };
};

const inHousehold = (person: Person, household: string, options: object = {}) =>
  createTask(person, {
    category: "Home",
    title: `Task ${randomUUID()}`,
    start_date: "2020-01-01",
    household_id: household,
    ...options,
  }).then((answer) => succeeded<TaskJson>(answer));

const isLetIn = async ({ id }: Pick<Person, "id">) =>
  (
    await sql(
      `select exists (select from private.let_in where account_id = id) as "isLetIn",
         email_confirmed_at is not null as "isConfirmed"
       from auth.users where id = $1`,
      [id],
    )
  )[0];

const tick = (person: Person, taskId: string, day: string, doers?: readonly string[]) =>
  call<TaskJson>(person, "complete_task", {
    task_id: taskId,
    completed_date: day,
    ...(doers && { people: doers }),
  });

/** The names of the people who did a task on a day and of the one who recorded it, as somebody reads them. */
async function doersOf(reader: Person, taskId: string, day: string) {
  const path = `task_completions?task_id=eq.${taskId}&completed_date=eq.${day}&select=people,said_by`;
  const [row] = succeeded<{ people: string[] | null; said_by: string | null }[]>(
    await rest(reader, "GET", path),
  );
  const names = (await call<TaskJson>(reader, "read_task", { task_id: taskId })).people;
  return {
    people: row?.people?.map((id) => names[id] ?? id) ?? null,
    saidBy: row?.said_by ? names[row.said_by] : null,
  };
}

describe("a household", () => {
  test("has its maker as keeper, and the others by name", async () => {
    const { alice } = await people();
    const id = await newHousehold(alice, "  The  flat ", ["Carol", "Dan"]);
    expect(await householdsOf(alice)).toMatchObject([
      {
        id,
        name: "The  flat",
        role: "keeper",
        people: [
          { name: "Alice", role: "keeper", isJoined: true },
          { name: "Carol", role: "member", isJoined: false },
          { name: "Dan", role: "member", isJoined: false },
        ],
      },
    ]);
    // A retry after a lost answer.
    await call(alice, "create_household", { id, name: "Another", others: ["Eve"] });
    expect((await householdOf(alice, id)).people).toHaveLength(3);
  });

  test.each([
    ["", "NAME_REQUIRED"],
    ["x".repeat(101), "NAME_TOO_LONG"],
  ])("has a name of 1 to 100 characters: %s", async (name, code) => {
    const { alice } = await people();
    for (const parameters of [{ name }, { name: "The flat", others: [name] }]) {
      const answer = await rpc(alice, "create_household", { id: randomUUID(), ...parameters });
      expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
      expect((answer.body as { details: string }).details).toContain(code);
    }
    expect(await householdsOf(alice)).toEqual([]);
  });

  test("is joined by a link, once, and everyone reads their list again", async () => {
    const { alice, bob, carol } = await people();
    const id = await newHousehold(alice);
    const task = await inHousehold(alice, id);
    const token = await invite(alice, id, "helper");
    expect(await call(bob, "read_household_invitation", { token })).toEqual({
      household: "The flat",
      by: "Alice",
      role: "helper",
      person: null,
      isJoined: false,
    });
    expect(await findTask(bob, task.id)).toBeUndefined();
    const inboxes = [await listen(alice), await listen(bob)];
    expect(await call(bob, "join_household", { token })).toBe(id);
    for (const inbox of inboxes)
      expect(await inbox()).toEqual([{ event: "list_changed", payload: {} }]);
    expect(await householdOf(bob, id)).toMatchObject({
      role: "helper",
      people: [{ name: "Alice" }, { name: "Bob", isJoined: true }],
    });
    expect(await findTask(bob, task.id)).toMatchObject({ householdId: id });
    const second = await rpc(carol, "join_household", { token });
    expect(refusalCode(second)).toBe("INVITATION_NOT_FOUND");
    const again = await rpc(bob, "join_household", { token: await invite(alice, id) });
    expect(refusalCode(again)).toBe("ALREADY_JOINED");
  });

  test("lets in the one address that is typed by its link, unproven, which its keeper can have 20 times a day", async () => {
    const { alice, carol } = await people();
    const id = await newHousehold(alice);
    const token = await invite(alice, id);
    const [email, other] = [newAddress("typed"), newAddress("other")];
    const claim = (address: string, by = token) =>
      serviceCall()("claim_invitation", { token: by, address });
    const let_in = { metadata: { let_in: true } };
    const early = await signIn(await createAccount({ email: other, ...let_in }), other);
    expect(await isLetIn(early)).toEqual({ isLetIn: false, isConfirmed: true });
    await claim(email);
    await claim(email.toUpperCase());
    await expect(claim(other)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    for (const person of [carol, early]) {
      expect(await call(person, "read_household_invitation", { token })).toBeNull();
    }
    const made = await createAccount({ email, ...let_in });
    expect(await isLetIn({ id: made })).toEqual({ isLetIn: true, isConfirmed: false });
    await sql("update auth.users set email_confirmed_at = now() where id = $1", [made]);
    const typed = await signIn(made, email);
    expect(await call(typed, "join_household", { token })).toBe(id);
    await setUses("accounts_let_in_per_day", alice.id, 19);
    const [last, lastAddress] = [await invite(alice, id), newAddress()];
    for (const _again of [1, 2]) await claim(lastAddress, last);
    await expect(claim(newAddress(), await invite(alice, id))).rejects.toMatchObject({
      code: "TOO_MANY_ATTEMPTS",
    });
  });

  test("takes up a person who was there without an account, whose record stays", async () => {
    const { alice, id, ids } = await newFlat();
    const carol = await newPerson("carol", "Carol");
    const carolId = ids.Carol;
    const task = await inHousehold(alice, id);
    await tick(alice, task.id, "2020-01-02", [carolId]);
    await join(alice, id, carol, "helper", carolId);
    expect(await householdOf(carol, id)).toMatchObject({ me: carolId, role: "helper" });
    expect(await doersOf(carol, task.id, "2020-01-02")).toEqual({
      people: ["Carol"],
      saidBy: "Alice",
    });
    const other = await rpc(alice, "invite_to_household", {
      household_id: id,
      role: "member",
      person_id: carolId,
    });
    expect(refusalCode(other)).toBe("VALIDATION_FAILED");
  });

  test.each(["expired", "revoked", "of a deleted household", "for somebody who was let go"])(
    "is not joined by a link that is %s",
    async (what) => {
      const { alice, dave, id, ids } = await newFlat();
      const carolId = ids.Carol;
      const token = await invite(alice, id, "member", carolId);
      if (what === "expired") {
        await sql(
          "update public.household_invitations set expires_at = now() where household_id = $1",
          [id],
        );
      } else if (what === "revoked") {
        const [open] = succeeded<{ id: string }[]>(
          await rest(alice, "GET", `household_invitations?household_id=eq.${id}&select=id`),
        );
        await call(alice, "revoke_household_invitation", { id: open?.id });
      } else if (what === "of a deleted household") {
        await call(alice, "delete_household", { household_id: id, name: "The flat" });
      } else {
        await call(alice, "remove_person", { household_id: id, id: carolId });
      }
      expect(await call(dave, "read_household_invitation", { token })).toBeNull();
      const joined = await rpc(dave, "join_household", { token });
      expect(refusalCode(joined)).toBe("INVITATION_NOT_FOUND");
    },
  );

  test("of fifty who follow one link at once, one joins", async () => {
    const { alice } = await people();
    const id = await newHousehold(alice);
    const token = await invite(alice, id);
    const many = await Promise.all(Array.from({ length: 10 }, () => newPerson()));
    const answers = await Promise.all(
      many.flatMap((person) =>
        Array.from({ length: 5 }, () => rpc(person, "join_household", { token })),
      ),
    );
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect((await householdOf(alice, id)).people).toHaveLength(2);
  });

  test("is renamed, and a person too, in what was done before as well", async () => {
    const { alice, bob, dave, id, ids } = await newFlat();
    const carolId = ids.Carol;
    await acceptEachOther([alice, dave]);
    const task = await inHousehold(alice, id, { is_shared: true, share_with: [dave.email] });
    await tick(bob, task.id, "2020-01-02", [carolId]);
    await call(alice, "rename_household", { household_id: id, name: "The house" });
    const davesInbox = await listen(dave);
    await call(alice, "save_person", {
      household_id: id,
      id: carolId,
      name: "Caroline",
      face: 3,
      role: "helper",
    });
    expect(await davesInbox()).toEqual([{ event: "list_changed", payload: {} }]);
    expect(await householdOf(bob, id)).toMatchObject({
      name: "The house",
      people: [{}, { name: "Caroline", face: 3, role: "helper" }, {}],
    });
    for (const reader of [bob, dave]) {
      expect(await doersOf(reader, task.id, "2020-01-02")).toEqual({
        people: ["Caroline"],
        saidBy: "Bob",
      });
    }
  });

  test("keeps a keeper: the last one neither leaves nor steps down nor closes the account", async () => {
    const { alice, bob, id } = await newFlat();
    const { me } = await householdOf(alice, id);
    const bobId = await personId(alice, id, "Bob");
    const self = { household_id: id, id: me };
    const attempts = () => [
      rpc(alice, "remove_person", self),
      rpc(alice, "save_person", { ...self, name: "Alice", face: 0, role: "member" }),
      rpc(alice, "count_closing_attempt"),
    ];
    for (const attempt of attempts()) expect(refusalCode(await attempt)).toBe("LAST_KEEPER");
    await call(alice, "save_person", {
      household_id: id,
      id: bobId,
      name: "Bob",
      face: 1,
      role: "keeper",
    });
    await call(alice, "remove_person", self);
    // A retry after a lost answer.
    await call(alice, "remove_person", self);
    expect(await householdsOf(alice)).toEqual([]);
    expect((await householdOf(bob, id)).people.map(({ name }) => name)).toEqual(["Carol", "Bob"]);
  });

  test("whom a keeper takes off comes back as they were, for a day; whoever left, by invitation alone", async () => {
    const { alice, bob, dave, id, ids } = await newFlat();
    const carolId = ids.Carol;
    await join(alice, id, dave, "helper");
    const chore = await inHousehold(bob, id);
    const bobId = await personId(alice, id, "Bob");
    const before = await householdOf(alice, id);
    const self = { household_id: id, id: bobId };
    const back = (person: Person, of = bobId) =>
      rpc(person, "bring_back_person", { household_id: id, id: of });

    await call(alice, "remove_person", self);
    await call(alice, "remove_person", { household_id: id, id: carolId });
    expect(await householdsOf(bob)).toEqual([]);
    expect(refusalCode(await back(dave))).toBe("NOT_ALLOWED");
    expect(refusalCode(await back(bob))).toBe("HOUSEHOLD_NOT_FOUND");
    const inbox = await listen(bob);
    for (const of of [bobId, carolId, carolId]) succeeded(await back(alice, of));
    expect((await householdOf(alice, id)).people).toEqual(before.people);
    expect(await inbox()).not.toEqual([]);
    expect(await findTask(bob, chore.id)).toMatchObject({ ownerId: alice.id });

    await call(alice, "remove_person", self);
    await sql(
      "update public.household_people set let_go_at = let_go_at - interval '1 day' where id = $1",
      [bobId],
    );
    expect(refusalCode(await back(alice))).toBe("UNDO_TOO_LATE");
    succeeded(await rpc(bob, "join_household", { token: await invite(alice, id) }));
    await call(bob, "remove_person", self);
    expect(refusalCode(await back(alice))).toBe("UNDO_TOO_LATE");
  });

  test("of two keepers who let each other go at once, one stays", async () => {
    for (let round = 0; round < 5; round++) {
      const { alice, dave, id } = await newFlat();
      await join(alice, id, dave, "keeper");
      const [a, d] = [await personId(alice, id, "Alice"), await personId(alice, id, "Dave")];
      const answers = await Promise.all([
        rpc(alice, "remove_person", { household_id: id, id: d }),
        rpc(dave, "remove_person", { household_id: id, id: a }),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      const left = [...(await householdsOf(alice)), ...(await householdsOf(dave))];
      expect(left).toHaveLength(1);
    }
  });

  test("is deleted by its name with its chores, and brought back with them", async () => {
    const { alice, bob, id } = await newFlat();
    const task = await inHousehold(bob, id);
    const gone = await inHousehold(bob, id);
    await call(bob, "delete_task", { task_id: gone.id });
    const wrong = await rpc(alice, "delete_household", { household_id: id, name: "The fiat" });
    expect(refusalCode(wrong)).toBe("VALIDATION_FAILED");
    const bobsInbox = await listen(bob);
    await call(alice, "delete_household", { household_id: id, name: "The flat" });
    expect(await bobsInbox()).toEqual([{ event: "list_changed", payload: {} }]);
    for (const person of [alice, bob]) {
      expect(await householdsOf(person)).toEqual([]);
      expect(await listTasks(person)).toEqual([]);
    }
    expect(refusalCode(await rpc(bob, "restore_household", { household_id: id }))).toBe(
      "NOT_ALLOWED",
    );
    const deleted = await rest(alice, "GET", "households?deleted_at=not.is.null&select=name");
    expect(deleted.body).toEqual([{ name: "The flat" }]);
    await call(alice, "restore_household", { household_id: id });
    expect((await listTasks(bob)).map((one) => one.id)).toEqual([task.id]);
  });

  test("comes back, though a chore passed meanwhile to somebody it had been shared with", async () => {
    const { alice, bob, dave, id } = await newFlat();
    const shared = { is_shared: true, share_with: [alice.email, dave.email] };
    const single = await inHousehold(bob, id, shared);
    const both = await inHousehold(bob, id, shared);
    await call(bob, "delete_task", { task_id: single.id });
    await call(alice, "delete_household", { household_id: id, name: "The flat" });
    await sql("delete from auth.users where id = $1", [bob.id]);
    await call(alice, "restore_household", { household_id: id });
    await call(alice, "restore_task", { task_id: single.id });
    for (const { id: task } of [single, both]) {
      const contacts = await sql(
        "select contact_email from private.task_shares where task_id = $1",
        [task],
      );
      expect(contacts).toEqual([{ contact_email: dave.email }]);
      expect(await findTask(alice, task)).toMatchObject({ ownerId: alice.id });
    }
  });

  test("can't be brought back after 30 days", async () => {
    const { alice, id } = await newFlat();
    await call(alice, "delete_household", { household_id: id, name: "The flat" });
    await sql(
      "update public.households set deleted_at = now() - interval '31 days' where id = $1",
      [id],
    );
    const answer = await rpc(alice, "restore_household", { household_id: id });
    expect(refusalCode(answer)).toBe("HOUSEHOLD_NOT_FOUND");
  });

  test("has at most 50 people, and a person 10 of them", async () => {
    const { alice, bob } = await people();
    const others = Array.from({ length: 49 }, (_, n) => `Person ${n}`);
    const id = await newHousehold(alice, "Full", others);
    const token = await invite(alice, id);
    expect(refusalCode(await rpc(bob, "join_household", { token }))).toBe("LIMIT_REACHED");
    for (let n = 1; n < 10; n++) await newHousehold(alice);
    const eleventh = await rpc(alice, "create_household", { id: randomUUID(), name: "Eleventh" });
    expect(refusalCode(eleventh)).toBe("LIMIT_REACHED");
    expect(await householdsOf(alice)).toHaveLength(10);
  });
});

describe("a chore of a household", () => {
  test("is everybody's at once, present and future ones", async () => {
    const { alice, bob, dave, id } = await newFlat();
    const bobsInbox = await listen(bob);
    const task = await inHousehold(alice, id);
    expect(await bobsInbox()).toEqual([{ event: "task", payload: { task } }]);
    await join(alice, id, dave);
    expect(await findTask(dave, task.id)).toMatchObject({ id: task.id });
    const [alices, davesInbox] = [await listen(alice), await listen(dave)];
    const edited = succeeded(await updateTask(dave, task.id, { title: "Bins" }));
    for (const inbox of [alices, davesInbox])
      expect(await inbox()).toEqual([{ event: "task", payload: { task: edited } }]);
    await call(bob, "delete_task", { task_id: task.id });
    for (const inbox of [alices, davesInbox])
      expect(await inbox()).toEqual([{ event: "task_removed", payload: { taskId: task.id } }]);
    await call(dave, "restore_task", { task_id: task.id });
    expect(await findTask(alice, task.id)).toMatchObject({ title: "Bins" });
  });

  test("has a title that no other one there has", async () => {
    const { alice, bob, id } = await newFlat();
    await inHousehold(alice, id, { title: "Bins" });
    const own = await addTask(bob, { title: "Bins" });
    const fields = { category: "Home", title: " Bins ", startDate: "2020-01-01", householdId: id };
    const twice = await rpc(bob, "create_task", { id: randomUUID(), fields });
    expect(refusalCode(twice)).toBe("DUPLICATE_TASK");
    const moved = await updateTask(bob, own.id, { household_id: id });
    expect(refusalCode(moved)).toBe("DUPLICATE_TASK");
    expect(await findTask(bob, own.id)).toMatchObject({ householdId: null });
  });

  test("moves in with its record, and those there take part by no share, without a word", async () => {
    const { alice, bob, dave, id } = await newFlat();
    await acceptEachOther([alice, bob, dave]);
    const task = await addTask(alice, { share_with: [bob.email, dave.email] });
    await tick(bob, task.id, "2020-01-02");
    const inboxes = [await listen(bob), await listen(dave)];
    succeeded(await updateTask(alice, task.id, { household_id: id }));
    for (const inbox of inboxes) {
      const events = (await inbox()).map(({ event }) => event);
      expect(new Set(events)).toEqual(new Set(["task"]));
    }
    const shares = await rest(
      alice,
      "GET",
      `task_shares?task_id=eq.${task.id}&select=contact_email,status`,
    );
    expect(shares.body).toEqual([
      { contact_email: bob.email, status: "left" },
      { contact_email: dave.email, status: "invited" },
    ]);
    const events = await sql<{ kind: string; details: unknown }>(
      "select kind, details from public.task_events where task_id = $1 order by id",
      [task.id],
    );
    expect(events.at(-1)).toEqual({ kind: "moved", details: {} });
    expect(events.map(({ kind }) => kind)).not.toContain("left");
    const { people: names, takingPart } = (await findTask(dave, task.id)) as TaskJson;
    expect(names[bob.id]).toBe("Bob");
    expect(takingPart).toEqual([]);
  });

  test("moves out by a keeper, to whom it belongs then, with the names in its record", async () => {
    const { alice, bob, id, ids } = await newFlat();
    const carolId = ids.Carol;
    const task = await inHousehold(bob, id);
    await tick(bob, task.id, "2020-01-02", [carolId]);
    const refused = await updateTask(bob, task.id, { household_id: null });
    expect(refusalCode(refused)).toBe("NOT_ALLOWED");
    const bobsInbox = await listen(bob);
    const moved = succeeded<TaskJson>(await updateTask(alice, task.id, { household_id: null }));
    expect(moved).toMatchObject({ ownerId: alice.id, householdId: null });
    expect(await bobsInbox()).toEqual([{ event: "task_removed", payload: { taskId: task.id } }]);
    expect(await findTask(bob, task.id)).toBeUndefined();
    expect(await doersOf(alice, task.id, "2020-01-02")).toEqual({
      people: ["Carol"],
      saidBy: "Bob",
    });
  });

  test("does not move into a household of others", async () => {
    const { alice, dave, id } = await newFlat();
    const own = await addTask(dave);
    for (const household of [id, randomUUID()]) {
      expect(refusalCode(await updateTask(dave, own.id, { household_id: household }))).toBe(
        "VALIDATION_FAILED",
      );
      const fields = { category: "Home", title: "Bins", startDate: "2020-01-01" };
      const answer = await rpc(dave, "create_task", {
        id: randomUUID(),
        fields: { ...fields, householdId: household },
      });
      expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
    }
    expect(await listTasks(alice)).toEqual([]);
  });

  test("stays when who brought it leaves or closes the account, with all they did", async () => {
    const { alice, bob, dave, id, ids } = await newFlat();
    const carolId = ids.Carol;
    await acceptEachOther([alice, bob, dave]);
    const before = await addTask(bob, { share_with: [dave.email] });
    await tick(bob, before.id, "2020-01-01");
    await call(bob, "note_day", { task_id: before.id, day: "2020-01-01", note: "In the rain" });
    const catchUp = { task_id: before.id, days: [[18300, 3]], status: "done" };
    await call(bob, "catch_up", { id: randomUUID(), ...catchUp });
    succeeded(await updateTask(bob, before.id, { household_id: id }));
    await tick(bob, before.id, "2020-01-02", [carolId]);
    await tick(bob, before.id, "2020-01-03");
    const gone = await inHousehold(bob, id);
    await call(bob, "delete_task", { task_id: gone.id });
    await sql("delete from auth.users where id = $1", [bob.id]);

    expect(await findTask(alice, before.id)).toMatchObject({ ownerId: alice.id });
    for (const reader of [alice, dave]) {
      expect(await doersOf(reader, before.id, "2020-01-01")).toEqual({
        people: ["Bob"],
        saidBy: "Bob",
      });
      expect(await doersOf(reader, before.id, "2020-01-02")).toEqual({
        people: ["Carol"],
        saidBy: "Bob",
      });
      expect(await doersOf(reader, before.id, "2020-01-03")).toEqual({
        people: ["Bob"],
        saidBy: "Bob",
      });
    }
    const names = (await findTask(alice, before.id))?.people ?? {};
    const told = await sql<{ kind: string; person_id: string; details: { people?: string[] } }>(
      "select kind, person_id, details from public.task_events where task_id = $1 order by id",
      [before.id],
    );
    expect(told.map(({ kind, person_id }) => `${kind} ${names[person_id]}`)).toEqual([
      ...["created Bob", "shared Bob", "done Bob", "noted Bob", "done Bob", "moved Bob"],
      ...["done Bob", "done Bob"],
    ]);
    expect(
      told
        .filter(({ kind }) => kind === "done")
        .map(({ details }) => details.people?.map((one) => names[one])),
    ).toEqual([["Bob"], ["Bob"], ["Carol"], ["Bob"]]);
    const [note] = succeeded<{ person_id: string }[]>(
      await rest(alice, "GET", `task_day_notes?task_id=eq.${before.id}&select=person_id`),
    );
    expect(names[note?.person_id ?? ""]).toBe("Bob");
    await call(alice, "restore_task", { task_id: gone.id });
    const shares = await rest(alice, "GET", `task_shares?task_id=eq.${before.id}&select=status`);
    expect(shares.body).toHaveLength(1);
  });

  test("goes with the account of who is alone in the household", async () => {
    const { alice } = await people();
    const id = await newHousehold(alice, "Mine", ["Carol"]);
    const task = await inHousehold(alice, id);
    await sql("delete from auth.users where id = $1", [alice.id]);
    expect(await sql("select id from public.households where id = $1", [id])).toEqual([]);
    expect(await sql("select id from public.tasks where id = $1", [task.id])).toEqual([]);
  });

  test("goes to somebody who is there when an operator removes the last keeper", async () => {
    const { alice, bob, id } = await newFlat();
    const task = await inHousehold(alice, id);
    await sql("delete from auth.users where id = $1", [alice.id]);
    expect(await householdOf(bob, id)).toMatchObject({ role: "keeper" });
    expect(await findTask(bob, task.id)).toMatchObject({ ownerId: bob.id });
  });

  test("is out of sight for whoever left, who comes back as the same person", async () => {
    const { alice, bob, id } = await newFlat();
    const task = await inHousehold(bob, id);
    await tick(bob, task.id, "2020-01-02");
    const { me } = await householdOf(bob, id);
    const bobsInbox = await listen(bob);
    await call(bob, "remove_person", { household_id: id, id: me });
    expect(await bobsInbox()).toEqual([{ event: "list_changed", payload: {} }]);
    expect(await listTasks(bob)).toEqual([]);
    await tick(alice, task.id, "2020-01-03");
    expect(await bobsInbox()).toEqual([]);
    await join(alice, id, bob, "helper");
    expect(await householdOf(bob, id)).toMatchObject({ me, role: "helper" });
  });
});

describe("who did it", () => {
  test("is oneself unless said, one person or several, and who said so is told", async () => {
    const { alice, bob, id, ids } = await newFlat();
    const carolId = ids.Carol;
    const task = await inHousehold(alice, id);
    const [aliceId, bobId] = [await personId(alice, id, "Alice"), await personId(alice, id, "Bob")];
    const own = await tick(bob, task.id, "2020-01-01");
    expect(own.people[bobId]).toBe("Bob");
    await tick(alice, task.id, "2020-01-02", [aliceId, carolId]);
    await tick(alice, task.id, "2020-01-03", []);
    await call(bob, "skip_occurrence", { task_id: task.id, day: "2020-01-04" });
    expect(await doersOf(alice, task.id, "2020-01-01")).toEqual({ people: ["Bob"], saidBy: "Bob" });
    expect(await doersOf(bob, task.id, "2020-01-02")).toEqual({
      people: ["Alice", "Carol"],
      saidBy: "Alice",
    });
    expect(await doersOf(bob, task.id, "2020-01-03")).toEqual({ people: [], saidBy: "Alice" });
    const kinds = await sql<{ details: { people: string[]; saidBy: string } }>(
      "select details from public.task_events where task_id = $1 and kind = 'done' order by id",
      [task.id],
    );
    expect(kinds.map(({ details }) => details.people)).toEqual([[bobId], [aliceId, carolId], []]);
  });

  test("of many days at once is whoever is named, or nobody in particular", async () => {
    const { alice, id, ids } = await newFlat();
    const carolId = ids.Carol;
    const task = await inHousehold(alice, id);
    for (const [first, doers] of [
      [18300, [carolId]],
      [18310, []],
      [18320, undefined],
    ] as const) {
      await call(alice, "catch_up", {
        id: randomUUID(),
        task_id: task.id,
        days: [[first, 2]],
        status: "done",
        ...(doers && { people: doers }),
      });
    }
    const listed = await findTask(alice, task.id);
    expect(
      listed?.recentCatchUps.map(({ people: doers }) => doers?.map((one) => listed.people[one])),
    ).toEqual([["Carol"], [], ["Alice"]]);
  });

  test("can't be somebody of another household, somebody who left, or the same one twice", async () => {
    const { alice, bob, id, ids } = await newFlat();
    const carolId = ids.Carol;
    const task = await inHousehold(alice, id);
    const elsewhere = await newHousehold(alice, "The garden", ["Eve"]);
    const eve = await personId(alice, elsewhere, "Eve");
    await call(alice, "remove_person", { household_id: id, id: carolId });
    const me = (await householdOf(alice, id)).me;
    for (const doers of [[eve], [carolId], [randomUUID()], [me, me], [me, carolId]]) {
      const parameters = { task_id: task.id, completed_date: "2020-01-02", people: doers };
      expect(refusalCode(await rpc(alice, "complete_task", parameters))).toBe("VALIDATION_FAILED");
      const days = { days: [[18300, 1]], status: "done", people: doers };
      const answer = await rpc(alice, "catch_up", { id: randomUUID(), task_id: task.id, ...days });
      expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
    }
    const own = await addTask(bob);
    const elsewhereToo = await rpc(bob, "complete_task", {
      task_id: own.id,
      completed_date: "2020-01-02",
      people: [await personId(bob, id, "Bob")],
    });
    expect(refusalCode(elsewhereToo)).toBe("VALIDATION_FAILED");
  });

  test("can't be said in somebody else's name, nor by a row of one's own making", async () => {
    const { alice, bob, id, ids } = await newFlat();
    const carolId = ids.Carol;
    const task = await inHousehold(alice, id);
    const aliceId = await personId(bob, id, "Alice");
    for (const said of [aliceId, carolId, null]) {
      const row = {
        task_id: task.id,
        completed_date: "2020-01-02",
        user_id: bob.id,
        people: [carolId],
        said_by: said,
      };
      const answer = await rest(bob, "POST", "task_completions", row);
      expect(answer.status).toBe(422);
    }
  });

  test("is undone by whoever is named, and by a helper no other's", async () => {
    const { alice, bob, dave, id } = await newFlat();
    await join(alice, id, dave, "helper");
    const task = await inHousehold(alice, id);
    const daveId = await personId(alice, id, "Dave");
    const undo = (person: Person, day: string) =>
      rpc(person, "undo_completion", { task_id: task.id, completed_date: day });
    await tick(alice, task.id, "2020-01-02", [daveId]);
    await tick(alice, task.id, "2020-01-03");
    await call(bob, "catch_up", {
      id: randomUUID(),
      task_id: task.id,
      days: [[18300, 2]],
      status: "done",
      people: [daveId],
    });
    expect(refusalCode(await undo(dave, "2020-01-03"))).toBe("COMPLETION_NOT_YOURS");
    succeeded(await undo(dave, "2020-01-02"));
    succeeded(await undo(dave, "2020-02-08"));
    succeeded(await undo(bob, "2020-01-03"));
    const [last] = await sql<{ person_id: string; details: object }>(
      "select person_id, details from public.task_events where task_id = $1 and kind = 'undone' order by id",
      [task.id],
    );
    expect(last).toMatchObject({ person_id: daveId, details: { people: [daveId] } });
  });
});
