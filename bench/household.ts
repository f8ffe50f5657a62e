import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { become } from "../tests/support/sql.ts";
import type { Bench } from "./context.ts";
import { type Client, cost, firstValue, onNewDatabase } from "./database.ts";
import { ms, percentile, table } from "./report.ts";

/**
 * A household of 50 people with accounts and 500 tasks, and a task that is shared with 50 addresses; everybody
 * has done something in each. On a separate database.
 */

const PEOPLE = 50;
const TASKS = 500;
const ROUNDS = 5;
const HOME = randomUUID();
const accounts = Array.from({ length: PEOPLE + 1 }, () => randomUUID());
const [keeper = "", member = ""] = accounts;
/** Joins and leaves. */
const newcomer = accounts[PEOPLE - 1] ?? "";
const LIST = "select public.list_tasks()::text as list";

async function makeAccounts(client: Client): Promise<void> {
  await client.query(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
     select id, id || '@example.com', now(), jsonb_build_object('full_name', 'Person ' || n)
     from unnest($1::uuid[]) with ordinality as accounts (id, n)`,
    [accounts],
  );
  await client.query(
    `insert into public.sharing_consents (recipient_id, sender_id, is_accepted, sender_name)
     select id, $1, true, 'Keeper' from unnest($2::uuid[]) as id where id <> $1`,
    [keeper, accounts],
  );
}

/** Everybody but the newcomer, and tasks of a year that each of them has ticked in turn. */
async function makeHousehold(client: Client): Promise<void> {
  await client.query("insert into public.households (id, name) values ($1, 'The flat')", [HOME]);
  await client.query(
    `insert into public.household_people (id, household_id, account_id, name, role, joined_at)
     select gen_random_uuid(), $1, id, 'Person ' || n, case n when 1 then 'keeper' else 'member' end,
       now() + n * interval '1 microsecond'
     from unnest($2::uuid[]) with ordinality as accounts (id, n)`,
    [HOME, accounts.slice(0, PEOPLE - 1)],
  );
  await client.query("set local rota.quiet = 'on'");
  await client.query(
    `insert into public.tasks (user_id, category, title, start_date, household_id, is_shared)
     select $1::uuid, 'Home', 'Chore ' || n, now()::date - 400, $2::uuid, false from generate_series(1, $3) as n
     union all
     select $1::uuid, 'Home', 'Shared', now()::date - 400, null, true`,
    [keeper, HOME, TASKS],
  );
  await client.query(
    `insert into private.task_shares (task_id, owner_id, contact_email)
     select tasks.id, $1, accounts.id || '@example.com'
     from public.tasks, unnest($2::uuid[]) as accounts (id)
     where tasks.household_id is null and accounts.id <> $1`,
    [keeper, accounts],
  );
  await client.query(
    `insert into public.task_completions (task_id, completed_date, user_id, people, said_by, completed_at)
     select tasks.id, now()::date - 2 - day, people.account_id,
       case when tasks.household_id is not null then array[people.id] end,
       case when tasks.household_id is not null then people.id end,
       now() - interval '3 days'
     from public.tasks, generate_series(1, 365) as day
     join (
       select *, row_number() over (order by joined_at) as place from public.household_people
     ) as people on people.place = 1 + day % ${PEOPLE - 1}`,
  );
  await client.query(
    `insert into private.task_people (task_id, person_id, name)
     select tasks.id, people.id, people.name
     from public.tasks join public.household_people people using (household_id)
     on conflict do nothing`,
  );
}

/** A committed call by somebody: its time in milliseconds, and the messages that it sends. */
async function call(client: Client, person: string, text: string) {
  const count = "select count(*)::int from realtime.messages";
  const before = Number(await firstValue(client, count));
  await client.query("begin");
  await become(client, "authenticated", person);
  const began = performance.now();
  const answer = await firstValue(client, text);
  await client.query("commit");
  const took = performance.now() - began;
  return { took, answer, messages: Number(await firstValue(client, count)) - before };
}

async function comings(client: Client): Promise<string[][]> {
  const [joins, leaves]: [number[], number[]] = [[], []];
  const told = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const invitation = await call(
      client,
      keeper,
      `select public.invite_to_household('${HOME}', 'member')`,
    );
    const join = await call(
      client,
      newcomer,
      `select public.join_household('${invitation.answer}')`,
    );
    const me = `select id from public.household_people where account_id = '${newcomer}'`;
    const id = await firstValue(client, me);
    // The slowest way to leave: the person is responsible for all tasks.
    await client.query("begin; set local rota.quiet = 'on'");
    await client.query("update public.tasks set user_id = $1 where household_id = $2", [
      newcomer,
      HOME,
    ]);
    await client.query("commit");
    const leave = await call(client, newcomer, `select public.remove_person('${HOME}', '${id}')`);
    joins.push(join.took);
    leaves.push(leave.took);
    told.add(`${join.messages}, ${leave.messages}`);
  }
  const most = (times: number[]) =>
    `${ms(percentile(times, 0.5))}, at most ${ms(Math.max(...times))}`;
  return [
    ["joining", most(joins), "at most 2 s"],
    ["leaving, all tasks in one's name", most(leaves), "at most 2 s"],
    ["messages of joining, of leaving", [...told].join("; "), `${PEOPLE}, one a person`],
  ];
}

/** The processor time of a tick, in milliseconds. */
async function tickCost(client: Client, where: string): Promise<number> {
  const id = await firstValue(client, `select id from public.tasks where ${where} limit 1`);
  const day = "(now() at time zone 'UTC')::date";
  await client.query("begin; set local synchronous_commit = 'off'");
  await become(client, "authenticated", keeper);
  const spent = await cost(
    client,
    `do $$ begin
       for n in 1..20 loop
         perform public.complete_task('${id}', ${day});
         perform public.undo_completion('${id}', ${day});
       end loop;
     end $$`,
    15,
  );
  await client.query("rollback");
  return spent / 40;
}

async function ticks(client: Client): Promise<string[][]> {
  const token = await call(
    client,
    keeper,
    `select public.invite_to_household('${HOME}', 'member')`,
  );
  await call(client, newcomer, `select public.join_household('${token.answer}')`);
  const shared = await tickCost(client, "household_id is null");
  const common = await tickCost(client, "household_id is not null");
  return [
    [`a tick's processor: shared with ${PEOPLE} addresses`, ms(shared), ""],
    [
      `the same: a household of ${PEOPLE}`,
      `${ms(common)}, ${(common / shared).toFixed(2)} ×`,
      "at most 1.5 ×",
    ],
  ];
}

async function lists(client: Client): Promise<string[]> {
  await client.query("begin");
  await become(client, "authenticated", member);
  const list = String(await firstValue(client, LIST));
  const cut = (JSON.parse(list).tasks as { cut?: string }[]).filter((task) => task.cut).length;
  const took = await cost(client, LIST);
  await client.query("rollback");
  const size = `${(gzipSync(list).length / 1_000).toFixed(0)} kB`;
  return [
    `a member's list of ${TASKS} tasks: processor, gzipped`,
    `${ms(took)}, ${size}${cut > 0 ? `, ${cut} cut` : ""}`,
    "1 s, 0.5 MB",
  ];
}

export const bench: Bench = {
  title: `A household of ${PEOPLE} people with ${TASKS} tasks`,
  measure: () =>
    onNewDatabase(async (client) => {
      await client.query("begin");
      await makeAccounts(client);
      await makeHousehold(client);
      await client.query("commit");
      await client.query("vacuum analyze");
      const rows = [...(await comings(client)), ...(await ticks(client)), await lists(client)];
      return table(["measured", "", "target"], rows);
    }),
};
