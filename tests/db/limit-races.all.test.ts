import { describe, expect, test } from "vitest";
import { INPUT_TEXTS } from "../../src/domain/tasks/input-texts.ts";
import {
  type Answer,
  callFunction,
  newAddress,
  newFriends,
  newPerson,
  type Person,
  refusalCode,
  rest,
  rpc,
} from "../support/actors.ts";
import { inboxOf } from "../support/actors-inbox.ts";
import { addTask, createTask, findTask, updateTask } from "../support/actors-tasks.ts";
import { runsIn } from "../support/bits.ts";
import { become, inTransaction, sql, sqlValue } from "../support/sql.ts";
import { setUses } from "../support/uses.ts";
import { newTask } from "./fixtures.ts";

/** The limits for callers of the API, also when two race for the last place. */

const limitOf = (name: string) =>
  sqlValue<number>("select most from private.limits where name = $1", [name]);

function limitReached(answer: Answer): string {
  const { details } = answer.body as { details: string };
  expect(refusalCode(answer)).toBe("LIMIT_REACHED");
  expect(answer.status).toBe(422);
  return JSON.parse(details)[0].code;
}

/** Waits until a statement of another connection waits for a lock of this kind. */
const someoneWaits = (kinds: readonly string[]) =>
  expect
    .poll(() => sql("select from pg_locks where locktype = any ($1) and not granted", [kinds]))
    .not.toEqual([]);

/** Begins `second` while `first` is done but not committed. */
async function race(
  person: Person,
  first: [string, unknown[]],
  second: () => Promise<Answer>,
  kinds: readonly string[],
): Promise<Answer> {
  let waiting: Promise<Answer> | undefined;
  await inTransaction(async (client) => {
    await become(client, "authenticated", person.id);
    await client.query(...first);
    waiting = second();
    await someoneWaits(kinds);
  });
  return (await waiting) as Answer;
}

describe("active tasks", () => {
  test("are at most the limit, however many people and devices add them", async () => {
    const alice = await newPerson("alice");
    const most = await limitOf("active_tasks");
    await sql(
      `insert into public.tasks (user_id, category, title, start_date)
       select $1, 'Home', 'Chore ' || n, '2020-01-01' from generate_series(1, $2::int - 1) n`,
      [alice.id, most],
    );
    const beaten = await race(
      alice,
      [
        `select public.create_task(gen_random_uuid(),
           '{"category": "Home", "title": "The last", "startDate": "2020-01-01"}')`,
        [],
      ],
      () => createTask(alice, newTask()),
      ["advisory"],
    );
    expect(limitReached(beaten)).toBe("TOO_MANY_TASKS");
    expect(limitReached(await rest(alice, "POST", "tasks", newTask()))).toBe("TOO_MANY_TASKS");
    const { start_date: startDate, ...fields } = newTask();
    expect(await callFunction(alice, "create-task", { ...fields, startDate })).toMatchObject({
      status: 422,
      body: { error: { code: "LIMIT_REACHED", message: INPUT_TEXTS.TOO_MANY_TASKS } },
    });

    const id = await sqlValue("select id from public.tasks where user_id = $1 limit 1", [alice.id]);
    await rpc(alice, "delete_task", { task_id: id });
    expect((await createTask(alice, newTask())).status).toBe(200);
    // Its place is taken.
    const restored = await rpc(alice, "restore_task", { task_id: id });
    expect(limitReached(restored)).toBe("TOO_MANY_TASKS");
    const bob = await newPerson("bob");
    expect((await createTask(bob, newTask())).status).toBe(200);
  });
});

describe("contacts", () => {
  test("are at most the limit; one that is removed makes room", async () => {
    const alice = await newPerson("alice");
    const most = await limitOf("contacts");
    const [one, other] = await Promise.all([
      addTask(alice, { is_shared: true }),
      addTask(alice, { is_shared: true }),
    ]);
    await sql(
      `insert into public.shared_contacts (owner_id, contact_email)
       select $1, 'contact-' || n || '@example.com' from generate_series(1, $2::int - 1) n`,
      [alice.id, most],
    );
    const share = (taskId: string, address: string) => updateTask(alice, taskId, {}, [address]);
    expect(limitReached(await updateTask(alice, one.id, {}, [newAddress(), newAddress()]))).toBe(
      "TOO_MANY_CONTACTS",
    );
    const beaten = await race(
      alice,
      [`select public.update_task($1, '{}', array[$2])`, [one.id, newAddress()]],
      () => share(other.id, newAddress()),
      ["advisory"],
    );
    expect(limitReached(beaten)).toBe("TOO_MANY_CONTACTS");
    expect((await share(other.id, "contact-1@example.com")).status).toBe(200);
    await rest(alice, "DELETE", "shared_contacts?contact_email=eq.contact-2@example.com");
    expect((await share(one.id, newAddress())).status).toBe(200);
  });
});

describe("completions of one request", () => {
  const rows = (task_id: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({
      task_id,
      completed_date: new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10),
    }));

  test("are at most the limit, added or undone", async () => {
    const alice = await newPerson("alice");
    const most = await limitOf("completion_rows_per_request");
    const { id } = await addTask(alice);
    const stored = () =>
      sqlValue<number>("select count(*)::int from public.task_completions where task_id = $1", [
        id,
      ]);
    const beyond = await rest(alice, "POST", "task_completions", rows(id, most + 1));
    expect(limitReached(beyond)).toBe("TOO_MANY_COMPLETIONS");
    expect(await stored()).toBe(0);
    expect((await rest(alice, "POST", "task_completions", rows(id, most))).status).toBe(201);

    const other = await addTask(alice);
    await sql(
      `insert into public.task_completions (task_id, user_id, completed_date)
       select $1, $2, date '2020-01-01' + n from generate_series(0, $3::int) n`,
      [other.id, alice.id, most],
    );
    const all = `task_completions?task_id=eq.${other.id}`;
    expect(limitReached(await rest(alice, "DELETE", all))).toBe("TOO_MANY_COMPLETIONS");
    expect(runsIn((await findTask(alice, other.id))?.completedDays)).toEqual([[18262, most + 1]]);
    const allButOne = `${all}&completed_date=gt.2020-01-01`;
    expect((await rest(alice, "DELETE", allButOne)).status).toBe(204);
  });
});

describe("put-offs of a task", () => {
  const putOff = (person: Person, task_id: string, due_date: string, new_date: string) =>
    rpc(person, "put_off", { task_id, due_date, new_date });
  /** Imitates so many put-offs of 2021 and 2022 by the person. */
  const havePutOff = (person: Person | null, taskId: string, count: number) =>
    sql(
      `insert into public.task_put_offs (task_id, due_date, new_date, user_id)
       select $1, date '2021-01-01' + n, date '2031-01-01' + n, $2
       from generate_series(1, $3::int) n`,
      [taskId, person?.id ?? null, count],
    );
  const owners = (taskId: string) =>
    sqlValue<number>(
      `select count(*)::int from public.task_put_offs join public.tasks on tasks.id = task_id
       where task_id = $1 and task_put_offs.user_id = tasks.user_id`,
      [taskId],
    );

  test("are at most the limit for each person, so that a recipient uses up none of the owner's", async () => {
    const [alice, bob] = await newFriends("alice", "bob");
    const { id } = await addTask(alice, { share_with: [bob.email], end_date: "2029-12-31" });
    const most = await limitOf("put_offs");
    await havePutOff(bob, id, most - 1);
    const beaten = await race(
      bob,
      ["select public.put_off($1, '2020-02-01', '2030-02-01')", [id]],
      () => putOff(bob, id, "2020-02-02", "2030-02-02"),
      ["transactionid", "tuple"],
    );
    expect(limitReached(beaten)).toBe("TOO_MANY_PUT_OFFS");
    expect((await putOff(alice, id, "2020-02-03", "2030-02-03")).status).toBe(200);
    expect(await owners(id)).toBe(1);
    // Moving it on makes the person the one who put it off.
    expect((await putOff(alice, id, "2020-02-01", "2030-02-04")).status).toBe(200);
    expect(await owners(id)).toBe(2);
    expect((await putOff(bob, id, "2020-02-02", "2030-02-02")).status).toBe(200);
    expect(limitReached(await putOff(bob, id, "2020-02-05", "2030-02-05"))).toBe(
      "TOO_MANY_PUT_OFFS",
    );
  });

  test("of a closed account count for nobody, and its closing is no change of them", async () => {
    const [alice, bob] = await newFriends("alice", "bob");
    const { id } = await addTask(alice, { share_with: [bob.email], end_date: "2029-12-31" });
    await havePutOff(bob, id, await limitOf("put_offs"));
    const events = () =>
      sqlValue<number>(
        "select count(*)::int from public.task_events where task_id = $1 and kind = 'put_off'",
        [id],
      );
    const before = await events();
    await sql("delete from auth.users where id = $1", [bob.id]);
    expect(await events()).toBe(before);
    expect(await owners(id)).toBe(0);
    expect((await putOff(alice, id, "2020-02-01", "2030-02-01")).status).toBe(200);
  });
});

describe("changes of one's name in a day", () => {
  const rename = (person: Person, full_name: string) =>
    rest(person, "PATCH", `profiles?id=eq.${person.id}`, { full_name });

  test("are at most the limit, and those that change nothing send nothing and count for nothing", async () => {
    const alice = await newPerson("alice", "Alice");
    const most = await limitOf("name_changes_per_day");
    const inbox = inboxOf(alice);
    for (let n = 0; n < most; n += 1) {
      expect((await rename(alice, " Alice ")).status).toBe(204);
      const same = { full_name: "Alice", time_zone: n % 2 ? "UTC" : "Europe/Berlin" };
      expect((await rest(alice, "PATCH", `profiles?id=eq.${alice.id}`, same)).status).toBe(204);
    }
    expect(await inbox()).toEqual([]);
    for (let n = 1; n < most; n += 1) expect((await rename(alice, `Alice ${n}`)).status).toBe(204);
    expect(await inbox()).toHaveLength(most - 1);
    const beaten = await race(
      alice,
      ["update public.profiles set full_name = 'The last' where id = $1", [alice.id]],
      () => rename(alice, "One more"),
      ["transactionid", "tuple"],
    );
    expect(limitReached(beaten)).toBe("TOO_MANY_NAME_CHANGES");
    expect((await rename(alice, "The last")).status, "changes nothing").toBe(204);
    await setUses("name_changes_per_day", alice.id, most, 1);
    expect((await rename(alice, "Tomorrow")).status).toBe(204);
  });

  test("are each person's own, and an address that gives a name counts for nothing", async () => {
    const [alice, bob] = await Promise.all([newPerson("alice"), newPerson("bob", "Bob")]);
    const most = await limitOf("name_changes_per_day");
    for (let n = 0; n <= most; n += 1) {
      await sql("update auth.users set email = $2 where id = $1", [alice.id, newAddress(`a${n}`)]);
    }
    expect((await rename(alice, "Alice")).status).toBe(204);
    expect((await rename(bob, "Robert")).status).toBe(204);
  });
});

describe("changes of a task in a day", () => {
  const used = (taskId: string, person: Person, changes: number, daysAgo = 0) =>
    setUses("changes_per_day", taskId + person.id, changes, daysAgo);
  const tick = (person: Person, task_id: string, completed_date: string) =>
    rpc(person, "complete_task", { task_id, completed_date });

  test("are at most the limit, each person's own, and again every day", async () => {
    const [alice, bob] = await newFriends("alice", "bob");
    const { id } = await addTask(alice, { share_with: [bob.email] });
    const most = await limitOf("changes_per_day");
    await used(id, bob, most - 1);
    const beaten = await race(
      bob,
      ["select public.complete_task($1, '2020-02-01')", [id]],
      () => tick(bob, id, "2020-02-02"),
      ["transactionid", "tuple"],
    );
    expect(limitReached(beaten)).toBe("TOO_MANY_CHANGES");
    const undo = await rpc(bob, "undo_completion", { task_id: id, completed_date: "2020-02-01" });
    expect(limitReached(undo)).toBe("TOO_MANY_CHANGES");
    expect((await tick(bob, id, "2020-02-01")).status, "changes nothing").toBe(200);

    expect((await tick(alice, id, "2020-02-03")).status).toBe(200);
    await used(id, alice, most);
    expect(limitReached(await updateTask(alice, id, { title: "Other" }))).toBe("TOO_MANY_CHANGES");
    await used(id, bob, most, 1);
    expect((await tick(bob, id, "2020-02-04")).status).toBe(200);
    expect((await rpc(alice, "delete_task", { task_id: id })).status).toBe(204);
  });
});
