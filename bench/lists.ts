import { gzipSync } from "node:zlib";
import pg from "pg";
import { databaseUrl, superuser } from "../stack/services/postgres.ts";
import { become } from "../tests/support/sql.ts";
import type { Bench } from "./context.ts";
import { type Client, cost, firstValue, onNewDatabase, time } from "./database.ts";
import { ms, percentile, table } from "./report.ts";

/** Measures the cost of lists and ticks in the database by the size of the record, on a separate database. */

const ME = "11111111-1111-4111-8111-111111111111";
const BYSTANDER = "33333333-3333-4333-8333-333333333333";
const FRIEND = "22222222-2222-4222-8222-222222222222";
/** Tasks of one person, a friend's shared with me; each column gets one of its selected values. */
async function addTasks(client: Client, owner: string, count: number, notes = "null") {
  await client.query(
    `with added as (
       insert into public.tasks (user_id, category, title, start_date, is_shared, repeat_value, subtitle)
       select $1::uuid, 'Home', 'Task number ' || n, '2010-01-01', $1::uuid <> $2::uuid,
         (array['daily', 'weekly', 'monthly'])[1 + n % 3], ${notes}
       from generate_series(1, $3) as n
       returning id
     )
     insert into private.task_shares (task_id, owner_id, contact_email, recipient_id)
     select id, $1::uuid, 'me@example.com', $2::uuid from added where $1::uuid <> $2::uuid`,
    [owner, ME, count],
  );
}

/** Every day for some years until last week, with a random tenth left out and a twentieth skipped. */
const addYears = (client: Client, years: number) =>
  client.query(
    `insert into public.task_completions
       (task_id, completed_date, user_id, status, completed_at)
     select id, day::date, user_id, case when random() < 0.05 then 'skipped' else 'done' end, day
     from public.tasks, generate_series(now()::date - 365 * $1::integer, now()::date - 7, '1 day') as day
     where random() > 0.1
       and case repeat_value when 'daily' then true
         when 'weekly' then extract(isodow from day) = 5 else extract(day from day) = 1 end`,
    [years],
  );

const setSeed = "select setseed(0.25)";

/** Runs the work on a separate board, with `me` as the caller after `make`. */
async function onBoard<T>(
  client: Client,
  make: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  await client.query("begin");
  try {
    await client.query(`set local rota.quiet = 'on'; ${setSeed}`);
    await make();
    await client.query("set local rota.quiet = 'off'; analyze");
    await become(client, "authenticated", ME);
    return await work();
  } finally {
    await client.query("rollback");
    // Otherwise the next one has to scan rows that this one left.
    await client.query("vacuum analyze");
  }
}

const LIST = "select public.list_tasks()::text as list";

/** The size of the list as sent, in bytes. */
const sizeOf = async (client: Client) => gzipSync(String(await firstValue(client, LIST))).length;

async function unchangedRead(client: Client): Promise<string[]> {
  const knows = await firstValue(
    client,
    "select exists (select from pg_proc where proname = 'tasks_digest')",
  );
  const read = knows
    ? "select public.list_tasks((select private.names_digest() || '.' || private.tasks_digest()))"
    : LIST;
  // The digests in the question are computed, too.
  const parts = knows ? 2 : 1;
  const spentOn = await onBoard(
    client,
    async () => {
      await addTasks(client, ME, 1_000);
      await addYears(client, 10);
    },
    () => cost(client, read, 20),
  );
  return ["nothing new: 1,000 tasks of ten years", ms(spentOn / parts), ""];
}

async function years(client: Client): Promise<string[][]> {
  const measured = [];
  for (const count of [0, 1, 10]) {
    measured.push(
      await onBoard(
        client,
        async () => {
          await addTasks(client, ME, 100);
          if (count > 0) await addYears(client, count);
        },
        async () => {
          const bytes = await sizeOf(client);
          const read = await cost(client, LIST);
          const day = "(now() at time zone 'UTC')::date";
          const id = await firstValue(
            client,
            "select id from public.tasks where repeat_value = 'daily'",
          );
          await client.query("set local synchronous_commit = 'off'");
          const tick = await cost(
            client,
            `do $$ begin
               for n in 1..20 loop
                 perform public.complete_task('${id}', ${day});
                 perform public.undo_completion('${id}', ${day});
               end loop;
             end $$`,
            5,
          );
          await client.query("reset role");
          const message = await firstValue(
            client,
            `select octet_length(private.task_json(array['${id}'::uuid])::text)`,
          );
          return { bytes, read, tick: tick / 40, message: Number(message) };
        },
      ),
    );
  }
  const [fresh, one, ten] = measured;
  if (!fresh || !one || !ten) return [];
  const times = (more: number, less: number) => `${(more / less).toFixed(2)} ×`;
  const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;
  return [
    ["the list of 100 tasks, gzipped: 1 year", kB(one.bytes), ""],
    ["the same: 10 years", kB(ten.bytes), times(ten.bytes, one.bytes)],
    ["its processor: 1 year", ms(one.read), ""],
    ["the same: 10 years", ms(ten.read), times(ten.read, one.read)],
    ["a tick: new", ms(fresh.tick), ""],
    ["the same: 10 years", ms(ten.tick), times(ten.tick, fresh.tick)],
    ["its message: 10 years", kB(ten.message), ""],
  ];
}

const BOARDS: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  "a friend's 7 tasks done 60,000 times each": async (client) => {
    await addTasks(client, FRIEND, 7);
    await client.query("update public.tasks set start_date = '1834-01-01', repeat_value = 'daily'");
    await client.query(
      `insert into public.task_completions (task_id, completed_date, user_id, completed_at)
       select id, date '1834-01-01' + n, user_id, now() - interval '1 year'
       from public.tasks, generate_series(1, 67500) as n where n % 9 <> 0`,
    );
  },
  "a friend's 88 tasks with 200 former schedules each": async (client) => {
    await addTasks(client, FRIEND, 88);
    await client.query(
      `insert into public.task_schedules
         (task_id, valid_until, schedule)
       select tasks.id, date '2016-01-01' + n, jsonb_build_object(
         'startDate', '2015-01-01', 'endDate', null, 'repeatValue', 'custom', 'afterDone', null, 'season', null,
         'customRrule', rpad('FREQ=YEARLY;BYYEARDAY=' || n, 1000, ',4'),
         'customRruleText', rpad('', 1000, md5(n::text)))
       from public.tasks, generate_series(1, 200) as n`,
    );
  },
  "a household's 1,000 tasks, as heavy as a member may make them": async (client) => {
    const household = "44444444-4444-4444-8444-444444444444";
    await client.query("delete from public.households where id = $1", [household]);
    await client.query("insert into public.households (id, name) values ($1, 'Heavy')", [
      household,
    ]);
    await client.query(
      `insert into public.household_people (id, household_id, account_id, name, role)
       select gen_random_uuid(), $1, case n when 1 then $2::uuid when 2 then $3::uuid end,
         'Person ' || n, 'keeper'
       from generate_series(1, 49) as n`,
      [household, ME, FRIEND],
    );
    await client.query(
      `insert into public.household_absences (id, household_id, person_id, from_day, to_day, entered_on)
       select gen_random_uuid(), people.household_id, people.id, now()::date + 3 * n,
         now()::date + 3 * n + 1, now()::date
       from public.household_people people, generate_series(1, 300) as n where people.account_id = $1`,
      [FRIEND],
    );
    // Random letters, which can't be compressed, up to private.limits' entered_kilobytes.
    await client.query(
      `insert into public.tasks (user_id, household_id, category, title, start_date, roster)
       select $2, $1, left(md5(random()::text), 30),
         left(md5(random()::text) || md5(random()::text) || n, 95), '2020-01-01',
         (select array_agg(listed.id) from (
           select people.id from public.household_people people where people.household_id = $1
           order by people.id limit 8
         ) as listed)
       from generate_series(1, 1000) as n`,
      [household, FRIEND],
    );
  },
  "a person's 1,000 tasks, as heavy as they may make them": (client) =>
    addTasks(
      client,
      ME,
      1_000,
      "left((select string_agg(md5(x || ' ' || n), ' ') from generate_series(1, 20) as x), 450)",
    ),
};

/** Reads a heavy list, alone and six at once, while somebody reads a list of ten tasks. */
async function board(client: Client, others: readonly Client[], name: string): Promise<string[]> {
  const [bystander, ...readers] = others;
  if (!bystander) return [];
  await client.query("begin");
  await client.query(`set local rota.quiet = 'on'; ${setSeed}`);
  await BOARDS[name]?.(client);
  await client.query("commit");
  await client.query("vacuum analyze");
  const [reader] = readers;
  if (!reader) return [];
  const list = String(await as(reader, ME, () => firstValue(reader, LIST)));
  const alone = await median(() => as(reader, ME, () => time(reader, LIST)), 3);
  const calm = await median(() => as(bystander, BYSTANDER, () => time(bystander, LIST)), 20);
  const crowded = await median(async () => {
    const reads = readers.map((one) => as(one, ME, () => one.query(LIST)));
    const took = await as(bystander, BYSTANDER, () => time(bystander, LIST));
    await Promise.all(reads);
    return took;
  }, 9);
  await client.query(`delete from public.tasks where user_id <> '${BYSTANDER}'`);
  const size = `${(gzipSync(list).length / 1_000).toFixed(0)} kB`;
  return [name, ms(alone), size, `${(crowded / calm).toFixed(1)} ×`];
}

/** Each request is a transaction. */
async function as<T>(client: Client, person: string, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  await become(client, "authenticated", person);
  const result = await work();
  await client.query("commit");
  return result;
}

async function median(measure: () => Promise<number>, rounds: number): Promise<number> {
  await measure();
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) samples.push(await measure());
  return percentile(samples, 0.5);
}

async function addPeople(client: Client): Promise<void> {
  for (const [id, name] of [
    [ME, "me"],
    [FRIEND, "friend"],
    [BYSTANDER, "bystander"],
  ]) {
    await client.query(
      `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
       values ($1, $2, now(), '{"full_name": "Somebody"}')`,
      [id, `${name}@example.com`],
    );
  }
  await client.query(
    `insert into public.sharing_consents (recipient_id, sender_id, is_accepted, sender_name)
     values ($1, $2, true, 'Friend')`,
    [ME, FRIEND],
  );
}

async function measure(client: pg.Client): Promise<string> {
  await addPeople(client);
  const costs = [await unchangedRead(client), ...(await years(client))];
  await addTasks(client, BYSTANDER, 10);
  const others: pg.Client[] = [];
  try {
    for (let n = 0; n < 7; n += 1) {
      const other = new pg.Client({ connectionString: databaseUrl(client.port, superuser) });
      await other.connect();
      others.push(other);
    }
    const boards = [];
    for (const name of Object.keys(BOARDS)) boards.push(await board(client, others, name));
    return [
      table(["the database's processor, and bytes", "", "against the one above"], costs),
      "",
      table(["heavy boards", "list", "gzipped", "a bystander's while six are read"], boards),
    ].join("\n");
  } finally {
    for (const other of others) await other.end();
  }
}

export const bench: Bench = {
  title: "Lists and ticks in the database, by what lies behind them",
  measure: () => onNewDatabase(measure),
};
