import { describe, expect, test } from "vitest";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import {
  acceptEachOther,
  auth,
  createAccount,
  newAddress,
  newFriends,
  newPerson,
  type Person,
  refusalCode,
  rest,
  rpc,
  signIn,
  succeeded,
} from "../support/actors.ts";
import { inboxOf } from "../support/actors-inbox.ts";
import { addTask, findTask, invitations, listTasks, updateTask } from "../support/actors-tasks.ts";
import { inTransaction, sql } from "../support/sql.ts";

/** Sharing by e-mail: the account of an address, from the invitation to its end. */

const confirm = (id: string) =>
  sql("update auth.users set email_confirmed_at = now() where id = $1", [id]);
const changeAddress = (id: string, email: string) =>
  sql("update auth.users set email = $2 where id = $1", [id, email]);

const share = (owner: Person, task_id: string, share_with: readonly string[]) =>
  updateTask(owner, task_id, { is_shared: true }, share_with);

async function sharedWith(owner: Person, taskId: string): Promise<string[]> {
  const path = `task_shares?task_id=eq.${taskId}&select=contact_email&order=contact_email`;
  const rows = succeeded<{ contact_email: string }[]>(await rest(owner, "GET", path));
  return rows.map(({ contact_email }) => contact_email);
}

describe("an address", () => {
  test("is brought to one form, and counts once", async () => {
    const [owner, bob] = await newFriends("person", "bob");
    const shouted = ` ${bob.email.toUpperCase()}\n`;
    const task = await addTask(owner, { share_with: [shouted, bob.email] });
    expect(await sharedWith(owner, task.id)).toEqual([bob.email]);
    expect(await findTask(bob, task.id)).toEqual(task);
  });

  test("with a tag is another address", async () => {
    const [owner, bob] = await newFriends("person", "bob");
    const tagged = bob.email.replace("@", "+tasks@");
    const task = await addTask(owner, { share_with: [tagged] });
    expect(await sharedWith(owner, task.id)).toEqual([tagged]);
    expect(await findTask(bob, task.id)).toBeUndefined();
  });

  test.each([
    "",
    "nobody",
    "a@b",
    "a b@example.com",
    "a@example..com",
    "a@-example.com",
    "a@@example.com",
    "bob@exam\u0301ple.com",
    "bob@\u212Aelvin.example", // the Kelvin sign, whose lower case is a plain k
    "bоb@example.com", // with a Cyrillic о
    `${"x".repeat(65)}@example.com`,
    `a@${"x.".repeat(130)}com`,
    "a@example.com\u0000",
    "a@example.com,b@example.com",
    "javascript:alert(1)@x",
  ])("that no mail could reach is refused: %j", async (address) => {
    const owner = await newPerson();
    const { id } = await addTask(owner);
    const answer = await share(owner, id, [address]);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await sharedWith(owner, id)).toEqual([]);
  });

  test("of one's own is refused with a code", async () => {
    const owner = await newPerson();
    const { id } = await addTask(owner);
    const answer = await share(owner, id, [owner.email.toUpperCase()]);
    expect(refusalCode(answer)).toBe("VALIDATION_FAILED");
    expect(answer.body).toMatchObject({
      details: expect.stringContaining("OWN_ADDRESS"),
    });
  });

  test("is one of 50 at most", async () => {
    const owner = await newPerson();
    const fifty = Array.from({ length: 50 }, (_, n) => `p${n}@example.com`);
    const task = await addTask(owner, { share_with: fifty });
    expect(refusalCode(await share(owner, task.id, [...fifty, "one@example.com"]))).toBe(
      "VALIDATION_FAILED",
    );
    expect(await sharedWith(owner, task.id)).toHaveLength(50);
  });
});

describe("an invitation", () => {
  test("reaches an account that is confirmed later, and not before", async () => {
    const owner = await newPerson();
    const address = newAddress("later");
    await addTask(owner, { share_with: [address] });
    const account = await createAccount({ email: address, confirmed: false });
    const inbox = inboxOf({ id: account });
    await sql("update auth.users set updated_at = now() where id = $1", [account]);
    expect(await inbox()).toEqual([]);

    await confirm(account);
    expect(await inbox()).toEqual([{ event: "list_changed", payload: {} }]);
    const person = await signIn(account, address);
    expect(await invitations(person)).toMatchObject([{ senderId: owner.id, count: 1 }]);
    expect(await listTasks(person)).toEqual([]);
  });

  test("does not reach who claims the address in metadata that they can edit", async () => {
    const owner = await newPerson();
    const address = newAddress("victim");
    const { id } = await addTask(owner, { share_with: [address] });
    const email = newAddress("thief");
    const thief = await createAccount({
      email,
      metadata: { email: address, email_verified: true, sub: owner.id },
    });
    const person = await signIn(thief, email);
    expect(await findTask(person, id)).toBeUndefined();
    expect(await invitations(person)).toEqual([]);
  });

  test("does not reach who only asks the auth server for the address", async () => {
    const [owner, thief] = await newFriends("person", "thief");
    const [victim, other] = [newAddress("victim"), newAddress("victim")];
    const { id } = await addTask(owner, { share_with: [victim, other] });
    const asked = await auth(thief, "PUT", "user", { email: victim });
    expect(asked.status).toBe(200);
    const password = "long enough";
    const signedUp = await auth(null, "POST", "signup", { email: other, password });
    expect(signedUp.status).toBe(200);
    const signedIn = await auth(null, "POST", "token?grant_type=password", {
      email: other,
      password,
    });
    expect(signedIn.status).toBe(400);
    expect(await findTask(thief, id)).toBeUndefined();
    expect(await invitations(thief)).toEqual([]);
    const waiting = `select from auth.users users, private.waiting_tasks(users.id, users.email, $1)
      where users.email = any ($2) and private.confirmed_address(users.id) is not null`;
    expect(await sql(waiting, [owner.id, [victim, other]])).toEqual([]);
  });

  test("follows its address when accounts change theirs", async () => {
    const [owner, bob] = await newFriends("person", "bob");
    const { id } = await addTask(owner, { share_with: [bob.email] });
    const inbox = inboxOf(bob);
    await inbox();
    const moved = newAddress("bob-moved");
    await changeAddress(bob.id, moved);
    expect((await inbox()).map(({ event }) => event)).toContain("list_changed");
    expect(await findTask(bob, id)).toBeUndefined();

    const heir = await signIn(await createAccount({ email: bob.email }), bob.email);
    expect(await invitations(heir)).toMatchObject([{ senderId: owner.id, count: 1 }]);
    await share(owner, id, [moved]);
    expect(await findTask(bob, id), "bob has accepted the owner, not the address").toBeDefined();
    expect(await invitations(heir)).toEqual([]);
  });

  test("is over when the account loses its confirmation or is closed", async () => {
    const [owner, bob] = await newFriends("person", "bob");
    const task = await addTask(owner, { share_with: [bob.email] });
    await sql("update auth.users set email_confirmed_at = null where id = $1", [bob.id]);
    expect(await findTask(bob, task.id)).toBeUndefined();
    await confirm(bob.id);
    await sql("update auth.users set deleted_at = now() where id = $1", [bob.id]);
    const rows = await sql("select recipient_id from private.task_shares where task_id = $1", [
      task.id,
    ]);
    expect(rows).toEqual([{ recipient_id: null }]);
  });

  test("is not bound by what was accepted before the address was proven", async () => {
    const owner = await newPerson();
    const address = newAddress("stranger");
    const account = await createAccount({ email: address, confirmed: false });
    await acceptEachOther([owner, { id: account }]);
    const { id } = await addTask(owner, { share_with: [address] });
    await confirm(account);
    expect(
      await sql("select recipient_id from private.task_shares where task_id = $1", [id]),
    ).toEqual([{ recipient_id: null }]);
  });

  test("and a change of address at the same moment see each other", async () => {
    const owner = await newPerson();
    for (const first of ["share", "change"] as const) {
      const address = newAddress("racer");
      const account = await createAccount({ email: newAddress("before") });
      await acceptEachOther([owner, { id: account }]);
      const { id } = await addTask(owner, { is_shared: true });
      const insert = `insert into private.task_shares (task_id, owner_id, contact_email)
        values ('${id}', '${owner.id}', '${address}')`;
      const update = `update auth.users set email = '${address}' where id = '${account}'`;
      const [one, other] = first === "share" ? [insert, update] : [update, insert];
      let waiting: Promise<unknown> = Promise.resolve();
      await inTransaction(async (client) => {
        await client.query(one);
        waiting = sql(other);
        // The other transaction has begun, and can't end before this one does.
        await expect
          .poll(() => sql("select from pg_locks where locktype = 'advisory' and not granted"))
          .not.toEqual([]);
      });
      await waiting;
      const [row] = await sql("select recipient_id from private.task_shares where task_id = $1", [
        id,
      ]);
      expect(row, `${first} first`).toEqual({ recipient_id: account });
    }
  });
});

test("leaving while the owner takes the share away, neither waits for the other for ever", async () => {
  const [owner, bob] = await newFriends("person", "bob");
  const task = await addTask(owner, { share_with: [bob.email] });
  let leaving: ReturnType<typeof rpc> | undefined;
  await inTransaction(async (client) => {
    await client.query("select from public.tasks where id = $1 for no key update", [task.id]);
    leaving = rpc(bob, "leave_task", { task_id: task.id });
    await expect
      .poll(() =>
        sql("select from pg_locks where locktype in ('transactionid', 'tuple') and not granted"),
      )
      .not.toEqual([]);
    await client.query("delete from private.task_shares where task_id = $1", [task.id]);
  });
  expect(refusalCode((await leaving) as Awaited<ReturnType<typeof rpc>>)).toBe("TASK_NOT_FOUND");
});

describe("an owner learns nothing about an address", () => {
  const lessons = async (owner: Person, address: string) => {
    const created = await addTask(owner, { title: "Same", share_with: [address] });
    const answer = await share(owner, created.id, [address, newAddress()]);
    const updated = succeeded<TaskJson>(answer);
    const shares = await sharedWith(owner, created.id);
    // The messages of one statement come in any order.
    const inbox = (await inboxOf(owner)()).map((message) => JSON.stringify(message)).sort();
    const headers = [...answer.headers.keys()].sort();
    await rpc(owner, "delete_task", { task_id: created.id });
    return JSON.stringify({ created, updated, shares: shares.length, inbox, headers })
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<instant>");
  };

  test("whether it has an account, an unconfirmed one or none", async () => {
    const [bob, unconfirmed] = [await newPerson("bob"), newAddress("unconfirmed")];
    await createAccount({ email: unconfirmed, confirmed: false });
    const [withAccount, withUnconfirmed, without] = [
      await lessons(await newPerson("owner"), bob.email),
      await lessons(await newPerson("owner"), unconfirmed),
      await lessons(await newPerson("owner"), newAddress("nobody")),
    ];
    expect(withAccount).toBe(without);
    expect(withUnconfirmed).toBe(without);
  });

  test("nor when it gets one", async () => {
    const owner = await newPerson();
    const address = newAddress("later");
    const task = await addTask(owner, { share_with: [address] });
    const inbox = inboxOf(owner);
    await inbox();
    await createAccount({ email: address });
    expect(await inbox()).toEqual([]);
    expect(await findTask(owner, task.id)).toEqual(task);
  });
});
