import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { acceptEachOther, createAccount, newAddress } from "../support/actors.ts";
import { callAs } from "../support/direct-calls.ts";
import { runs } from "../support/runs.ts";
import { become, inTransaction, sql, sqlValue } from "../support/sql.ts";

/** Two people of a household at once, many times: the second finds what the first one did. */

const ROUNDS = runs(50);

interface Account {
  readonly id: string;
  readonly email: string;
}
const newAccount = async (name: string): Promise<Account> => {
  const email = newAddress(name.toLowerCase());
  return { id: await createAccount({ email, metadata: { full_name: name } }), email };
};

let alice: Account;
let bob: Account;
let dave: Account;

beforeAll(async () => {
  alice = await newAccount("Alice");
  bob = await newAccount("Bob");
  dave = await newAccount("Dave");
  await acceptEachOther([alice, bob, dave]);
});

/** A household of Alice and others with these roles, and a task for which each is responsible. */
async function newHome(others: readonly (readonly [Account, string])[]) {
  const home = randomUUID();
  const people = [[alice, "keeper"] as const, ...others].map(([account, role]) => ({
    ...{ account, role, person: randomUUID(), task: randomUUID() },
  }));
  await inTransaction(async (client) => {
    await client.query(
      `delete from public.households where id in
         (select household_id from public.household_people where account_id = $1)`,
      [alice.id],
    );
    await client.query("insert into public.households (id, name) values ($1, 'Flat')", [home]);
    for (const { account, role, person, task } of people) {
      await client.query(
        `insert into public.household_people (id, household_id, account_id, name, role)
         values ($1, $2, $3, 'Somebody', $4)`,
        [person, home, account.id, role],
      );
      await client.query(
        `insert into public.tasks (id, user_id, household_id, category, title, start_date, is_shared)
         values ($1, $2, $3, 'Home', $4, '2020-01-01', true)`,
        [task, account.id, home, `Task ${task}`],
      );
    }
  });
  const of = ({ id }: Account) => {
    const found = people.find(({ account }) => account.id === id);
    if (!found) throw new Error("does not belong to it");
    return found;
  };
  return { home, of };
}

/** The calls at once, with varying head starts; their codes. */
async function atOnce(
  round: number,
  ...calls: (() => Promise<{ readonly code: string }>)[]
): Promise<string[]> {
  const order = round % 2 === 0 ? calls : [...calls].reverse();
  const answers = await Promise.all(order.map((call) => call()));
  const codes = answers.map(({ code }) => code);
  return round % 2 === 0 ? codes : codes.reverse();
}

const keepersOf = (home: string) =>
  sqlValue<number>(
    `select count(*)::int from public.household_people
     where household_id = $1 and role = 'keeper' and left_on is null and account_id is not null`,
    [home],
  );

const again = (name: string, round: (n: number) => Promise<void>) =>
  test(`${name}, ${ROUNDS} times`, async () => {
    for (let n = 0; n < ROUNDS; n += 1) await round(n);
  }, 240_000);

again("of two keepers of whom one leaves and one steps down, one stays", async (n) => {
  const { home, of } = await newHome([[bob, "keeper"]]);
  const codes = await atOnce(
    n,
    () => callAs(alice, "remove_person", { household_id: home, id: of(alice).person }),
    () =>
      callAs(bob, "save_person", {
        ...{ household_id: home, id: of(bob).person, name: "Bob", face: 0, role: "member" },
      }),
  );
  expect(codes.sort()).toEqual(["LAST_KEEPER", "ok"]);
  expect(await keepersOf(home)).toBe(1);
});

again("two keepers rename, a person and the household, and both last", async (n) => {
  const { home, of } = await newHome([[bob, "keeper"]]);
  const codes = await atOnce(
    n,
    () => callAs(alice, "rename_household", { household_id: home, name: "Flat" }),
    () =>
      callAs(bob, "save_person", {
        ...{ household_id: home, id: of(alice).person, name: "Ally", face: 3, role: "keeper" },
      }),
    () => callAs(bob, "rename_household", { household_id: home, name: "Flat" }),
  );
  expect(codes).toEqual(["ok", "ok", "ok"]);
  const path = "select name || face from public.household_people where id = $1";
  expect(await sqlValue(path, [of(alice).person])).toBe("Ally3");
});

again("two keepers delete it and change its name: it is gone, or has another name", async (n) => {
  const { home } = await newHome([[bob, "keeper"]]);
  const [deleted, renamed] = await atOnce(
    n,
    () => callAs(alice, "delete_household", { household_id: home, name: "Flat" }),
    () => callAs(bob, "rename_household", { household_id: home, name: "House" }),
  );
  const [row] = await sql<{ name: string; is_gone: boolean; active: number }>(
    `select name, deleted_at is not null as is_gone,
       (select count(*)::int from public.tasks where household_id = $1 and is_active) as active
     from public.households where id = $1`,
    [home],
  );
  expect({ deleted, renamed, ...row }).toEqual(
    renamed === "ok"
      ? { deleted: "VALIDATION_FAILED", renamed, name: "House", is_gone: false, active: 2 }
      : { deleted: "ok", renamed: "HOUSEHOLD_NOT_FOUND", name: "Flat", is_gone: true, active: 0 },
  );
  await sql("delete from public.households where id = $1", [home]);
});

again("somebody joins while it is deleted: before, or not at all", async (n) => {
  const { home, of } = await newHome([[bob, "member"]]);
  const invitation = { household_id: home, role: "member" };
  const { answer: token } = await callAs(alice, "invite_to_household", invitation);
  await callAs(alice, "update_task", {
    ...{ task_id: of(alice).task, fields: {}, share_with: [dave.email] },
  });
  const [joined, deleted] = await atOnce(
    n,
    () => callAs(dave, "join_household", { token }),
    () => callAs(alice, "delete_household", { household_id: home, name: "Flat" }),
  );
  expect(deleted).toBe("ok");
  expect(["ok", "INVITATION_NOT_FOUND"]).toContain(joined);
  expect((await callAs(alice, "restore_household", { household_id: home })).code).toBe("ok");
  const belongs = `select count(*)::int from public.household_people where household_id = $1`;
  expect(await sqlValue(belongs, [home])).toBe(joined === "ok" ? 3 : 2);
  // People in the household take part without a share.
  const shares = "select count(recipient_id)::int from private.task_shares where task_id = $1";
  expect(await sqlValue(shares, [of(alice).task])).toBe(joined === "ok" ? 0 : 1);
});

again("somebody ticks while they are let go: before, or not at all", async (n) => {
  const { home, of } = await newHome([[bob, "member"]]);
  const { task } = of(bob);
  const [ticked, removed] = await atOnce(
    n,
    () => callAs(bob, "complete_task", { task_id: task, completed_date: "2020-02-01" }),
    () => callAs(alice, "remove_person", { household_id: home, id: of(bob).person }),
  );
  expect(removed).toBe("ok");
  expect(["ok", "TASK_NOT_FOUND"]).toContain(ticked);
  const done = "select count(*)::int from public.task_completions where task_id = $1";
  expect(await sqlValue(done, [task])).toBe(ticked === "ok" ? 1 : 0);
  expect(await sqlValue("select user_id from public.tasks where id = $1", [task])).toBe(alice.id);
});

again("two bring back what stands in each other's name, with its shares", async (n) => {
  const { of } = await newHome([[bob, "member"]]);
  const tasks = [of(alice), of(bob)];
  for (const { account, task } of tasks) {
    const shared = { task_id: task, fields: {}, share_with: [dave.email] };
    expect((await callAs(account, "update_task", shared)).code).toBe("ok");
    expect((await callAs(account, "delete_task", { task_id: task })).code).toBe("ok");
  }
  const codes = await atOnce(
    n,
    () => callAs(alice, "restore_task", { task_id: of(bob).task }),
    () => callAs(bob, "restore_task", { task_id: of(alice).task }),
  );
  expect(codes).toEqual(["ok", "ok"]);
  const shares = "select count(*)::int from private.task_shares where task_id = any ($1)";
  expect(await sqlValue(shares, [tasks.map(({ task }) => task)])).toBe(2);
});

again("an account is closed while others undo, move in and join", async (n) => {
  const erin = await newAccount("Erin");
  const { home, of } = await newHome([
    [bob, "member"],
    [erin, "keeper"],
  ]);
  await acceptEachOther([bob, erin]);
  const [own, day] = [randomUUID(), "2020-02-01"];
  const fields = { category: "Home", title: own, startDate: "2020-01-01", isShared: true };
  await callAs(bob, "create_task", { id: own, fields, share_with: [erin.email] });
  for (const task_id of [own, of(bob).task, of(erin).task]) {
    const ticked = await callAs(erin, "complete_task", { task_id, completed_date: day });
    expect(ticked.code).toBe("ok");
  }
  const invitation = { household_id: home, role: "member" };
  const { answer: token } = await callAs(alice, "invite_to_household", invitation);
  const codes = await atOnce(
    n,
    async () => {
      await sql("delete from auth.users where id = $1", [erin.id]);
      return { code: "ok" };
    },
    () => callAs(alice, "undo_completion", { task_id: of(erin).task, completed_date: day }),
    () => callAs(bob, "update_task", { task_id: own, fields: { householdId: home } }),
    () => callAs(dave, "join_household", { token }),
    () => callAs(bob, "undo_completion", { task_id: of(bob).task, completed_date: day }),
  );
  expect(codes).toEqual(["ok", "ok", "ok", "ok", "ok"]);
  expect(await sqlValue("select user_id from public.tasks where id = $1", [of(erin).task])).toBe(
    alice.id,
  );
});

test("an account that is closed waits for who moves a task in, and keeps them waiting for nothing", async () => {
  const erin = await newAccount("Erin");
  const { home } = await newHome([[bob, "member"]]);
  await sql(
    `insert into public.household_people (id, household_id, account_id, name, role)
     values ($1, $2, $3, 'Erin', 'member')`,
    [randomUUID(), home, erin.id],
  );
  await acceptEachOther([bob, erin]);
  const task = randomUUID();
  const fields = { category: "Home", title: task, startDate: "2020-01-01", isShared: true };
  await callAs(bob, "create_task", { id: task, fields, share_with: [erin.email] });
  await callAs(erin, "complete_task", { task_id: task, completed_date: "2020-02-01" });
  let closing: Promise<unknown> | undefined;
  await inTransaction(async (client) => {
    await client.query("select from public.tasks where id = $1 for no key update", [task]);
    closing = sql("delete from auth.users where id = $1", [erin.id]);
    await expect
      .poll(() => sql("select from pg_locks where not granted and locktype = 'transactionid'"))
      .not.toEqual([]);
    await become(client, "authenticated", bob.id);
    await client.query(
      "select public.update_task($1, jsonb_build_object('householdId', $2::text))",
      [task, home],
    );
  });
  await closing;
  const [row] = await sql<{ household_id: string; names: string[] }>(
    `select household_id, (
       select array_agg(name) from private.task_people where task_id = tasks.id
     ) as names from public.tasks where id = $1`,
    [task],
  );
  expect(row).toMatchObject({ household_id: home, names: expect.arrayContaining(["Erin"]) });
});
