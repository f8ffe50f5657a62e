import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import { type TodayGroup, todayBuckets } from "../../src/domain/tasks/today.ts";
import { rolledBack } from "../support/sql.ts";

/** After seeding, every section of Today has something to show, on any day. */

const seed = readFileSync(join(import.meta.dirname, "../../supabase/seed.sql"), "utf8");
const people = ["alice@example.com", "bob@example.com"] as const;
type Email = (typeof people)[number];

/** Each person's list if the seed had been applied at that instant. */
function listsSeededAt(instant: string): Promise<Record<Email, TaskJson[]>> {
  return rolledBack(async (client) => {
    await client.query("delete from public.households where name = 'Home'");
    await client.query("delete from auth.users where email = any ($1)", [people]);
    await client.query(seed.replaceAll("now()", `timestamptz '${instant}'`));
    const { rows } = await client.query<{ email: Email; tasks: TaskJson[] }>(
      `select users.email, jsonb_agg(task || jsonb_build_object('recentCompletions', (
         select coalesce(jsonb_agg(jsonb_build_object(
           'date', completed_date, 'completedBy', user_id, 'completedAt', completed_at
         )), '[]')
         from public.task_completions where task_id = (task ->> 'id')::uuid
       ))) as tasks
       from auth.users, private.task_json(array(
         select tasks.id from public.tasks where tasks.user_id = users.id
         union
         select task_id from private.task_shares where recipient_id = users.id
         union
         select tasks.id from public.tasks join public.household_people people using (household_id)
         where people.account_id = users.id
       )) as task
       where users.email = any ($1) group by users.email`,
      [people],
    );
    return Object.fromEntries(rows.map(({ email, tasks }) => [email, tasks])) as Record<
      Email,
      TaskJson[]
    >;
  });
}

function todayAt(instant: string, list: readonly TaskJson[]) {
  const tasks = list.map((json) => taskFromJson(json));
  const moment = { today: instant.slice(0, 10), timeZone: "UTC", now: Date.parse(instant) };
  const { active, done, overdue } = todayBuckets(tasks, moment);
  const size = (groups: readonly TodayGroup[]) =>
    groups
      .flatMap(({ items }) => items)
      .reduce((sum, item) => sum + (item.kind === "missed" ? item.count : 1), 0);
  return {
    kinds: new Set(tasks.map(({ repeatValue }) => repeatValue)).size,
    late: done
      .flatMap(({ items }) => items)
      .filter((item) => item.kind === "occurrence" && item.wasOverdue).length,
    counts: { active: size(active), done: size(done), overdue: size(overdue) },
  };
}

test.each([
  ["an ordinary day", "2025-06-18T15:00:00Z"],
  ["a second Saturday", "2025-06-14T09:00:00Z"],
  ["the last day of a month", "2025-03-31T12:00:00Z"],
  ["the first day of a month", "2025-03-01T12:00:00Z"],
  ["the last of February", "2025-02-28T12:00:00Z"],
  ["a leap day", "2024-02-29T12:00:00Z"],
  ["three days after a month of 30 days began", "2025-12-03T08:00:00Z"],
  ["New Year's Day, just after midnight", "2025-01-01T00:00:30Z"],
  ["New Year's Eve, just before midnight", "2025-12-31T23:59:30Z"],
])("on %s both have something everywhere, and not too much", async (_, instant) => {
  const lists = await listsSeededAt(instant);
  for (const email of people) {
    const { kinds, counts, late } = todayAt(instant, lists[email]);
    const isAlice = email === "alice@example.com";
    expect(counts.active).toBeGreaterThanOrEqual(isAlice ? 5 : 4);
    expect(counts.active).toBeLessThanOrEqual(6);
    expect(counts.done).toBe(2);
    expect(late).toBe(1);
    expect(counts.overdue).toBeGreaterThanOrEqual(2);
    expect(counts.overdue).toBeLessThanOrEqual(4);
    expect(kinds).toBe(5);
  }
});

test("it shows what a household is: turns, an absence, a put-off, a tablet, a child and a helper", async () => {
  const shown = await rolledBack(async (client) => {
    await client.query("delete from public.households");
    await client.query("delete from auth.users where email = any ($1)", [people]);
    await client.query(seed);
    const { rows } = await client.query(
      `select households.name,
         (select jsonb_object_agg(name, role) from public.household_people) as people,
         (select count(*)::int from public.household_people where account_id is null) as without_account,
         (select count(*)::int from public.tasks where household_id = households.id and roster <> '{}') as in_turns,
         (select count(*)::int from public.household_absences) as absences,
         (select count(*)::int from public.task_put_offs join public.tasks on tasks.id = task_id
          where household_id = households.id) as put_offs,
         (select count(*)::int from public.household_displays) as tablets,
         (select count(distinct task_id)::int from private.task_shares
          where contact_email = any ($1)) as shared_by_address,
         (select min(completed_date) < now() - interval '90 days' from public.task_completions
          where people is not null) as has_months
       from public.households`,
      [people],
    );
    return rows;
  });
  expect(shown).toEqual([
    {
      name: "Home",
      people: { "Alice Archer": "keeper", "Bob Baker": "member", Lina: "member", Olga: "helper" },
      without_account: 2,
      in_turns: 3,
      absences: 1,
      put_offs: 1,
      tablets: 1,
      shared_by_address: 1,
      has_months: true,
    },
  ]);
});

test("applied again, it changes nothing", async () => {
  const everything = `
    select users.*, (select jsonb_agg(t order by t.id) from public.tasks t where t.user_id = users.id),
      (select count(*) from public.task_completions c where c.user_id = users.id),
      (select count(*) from auth.identities i where i.user_id = users.id)
    from auth.users where email in ('${people.join("', '")}') order by email`;
  await rolledBack(async (client) => {
    await client.query(seed);
    const before = await client.query(everything);
    await client.query(seed);
    expect((await client.query(everything)).rows).toEqual(before.rows);
  });
});

test("its accounts are what the auth server needs to sign them in", async () => {
  const columns = await rolledBack(async (client) => {
    await client.query(seed);
    const { rows } = await client.query(
      `select aud, role, email_confirmed_at is not null as confirmed,
         encrypted_password = extensions.crypt('rota-demo-1', encrypted_password) as password,
         concat(confirmation_token, recovery_token, email_change, email_change_token_new,
           email_change_token_current, phone_change, phone_change_token, reauthentication_token)
           as tokens,
         (confirmation_token || recovery_token || email_change || email_change_token_new
           || email_change_token_current || phone_change || phone_change_token
           || reauthentication_token) is null as any_null,
         (select count(*)::int from auth.identities where user_id = users.id) as identities
       from auth.users where email = any ($1)`,
      [people],
    );
    return rows;
  });
  const account = {
    aud: "authenticated",
    role: "authenticated",
    confirmed: true,
    password: true,
    tokens: "",
    any_null: false,
    identities: 1,
  };
  expect(columns).toEqual([account, account]);
});
