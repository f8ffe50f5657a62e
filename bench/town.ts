import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "../cli/project.ts";
import { become } from "../tests/support/sql.ts";
import type { Bench } from "./context.ts";
import { type Client, firstValue, onNewDatabase } from "./database.ts";
import { table } from "./report.ts";

/**
 * What each call reads in towns of two sizes, made by SQL: none may read more because others live there, too. Buffers
 * are PostgreSQL's pages of 8 kB, cached or not. ROTA_BENCH_TOWN="500 5000" sets the numbers of households.
 */

const SIZES = (process.env.ROTA_BENCH_TOWN ?? "50 500").split(" ").map(Number);
/** Calls of a connection until a function's statement has a plan that is kept (PostgreSQL, plan_cache_mode). */
const WARM_UP = 6;
/** Pages that the larger town may read more: indexes are deeper, and rows lie elsewhere. */
const MORE = (buffers: number) => 1.5 * buffers + 60;

/** The day after the town's record, on which the calls are made, and instants of it. */
const TODAY = new Date().toISOString().slice(0, 10);
const at = (clocks: string) => `timestamptz '${TODAY} ${clocks} Europe/Berlin'`;

interface Call {
  readonly name: string;
  readonly sql: string;
  /** whose call it is; the schedule's by default */
  readonly as?: "person" | "anybody";
  /** stays for the calls after it */
  readonly prepare?: string;
  /** within the same transaction */
  readonly before?: string;
}

const me = "town.id('account', 4, 1)";
const digest = "(private.task_list() ->> 'names') || '.' || private.tasks_digest()";
/** One deed for each ten households, in the last minute of an evening. */
const deeds = `
  insert into private.news (kind, task_id, day, until)
  select 'done', task_id, day, 'infinity' from town.deeds
  where n = 1 and task_id in (select town.id('task', h, 1) from generate_series(1, 50, 10) as h)`;

const calls: readonly Call[] = [
  { name: "the list", as: "person", sql: "select public.list_tasks()" },
  { name: "nothing new", as: "person", sql: `select public.list_tasks(${digest})` },
  {
    name: "a tick",
    as: "person",
    sql: `select public.complete_task(town.id('task', 4, 1), '${TODAY}')`,
  },
  {
    name: "earlier this week",
    as: "person",
    sql: `select * from public.task_completions
      where completed_at >= date '${TODAY}' - 7 and completed_at < '${TODAY}' order by completed_at desc limit 200`,
  },
  {
    name: "a week of the record",
    as: "person",
    sql: `select public.read_record(date '${TODAY}' - 7, '${TODAY}')`,
  },
  {
    name: "another hour for the morning mail",
    as: "person",
    sql: "select public.set_morning_mail(true, 8)",
  },
  {
    name: "a tablet reads",
    as: "anybody",
    sql: "select public.read_display('display4')",
  },
  {
    name: "a tablet joins Realtime",
    as: "anybody",
    sql: `select private.is_display_topic('display:' || current_setting('town.channel'))`,
  },
  {
    name: "a mail's link to unsubscribe",
    sql: "select private.follow_unsubscribe_link('p4.1@example.com', 'morning', 'look')",
  },
  { name: "the next invitation, none", sql: "select private.next_invitation()" },
  {
    name: "morning mails, nothing due",
    sql: `select private.lease_morning_mails(${at("06:00")}, 10)`,
  },
  { name: "at 7:00, ten", sql: `select private.lease_morning_mails(${at("07:00")}, 10)` },
  {
    name: "the same with their lists",
    sql: `select public.claim_morning_mails(${at("07:00")}, 10)`,
  },
  { name: "pushes, nothing due", sql: `select private.claim_pushes(${at("06:30")}, 10)` },
  { name: "at 7:00, ten people", sql: `select private.claim_pushes(${at("07:00")}, 10)` },
  { name: "how many runs have work", sql: "select private.runs_of('send-mails')" },
  {
    name: "what is old, nothing",
    before: "delete from private.forgotten",
    sql: "select private.forget_old()",
  },
  {
    name: "the same, later that day",
    before: `insert into private.forgotten (day) values ('${TODAY}') on conflict do nothing`,
    sql: "select private.forget_old()",
  },
  {
    name: "in an evening: five deeds",
    prepare: "update private.push_settings set next_at = 'infinity'",
    before: deeds,
    sql: `select private.claim_pushes(now(), 20)`,
  },
];

interface Plan {
  readonly Plan: { readonly "Shared Hit Blocks": number; readonly "Shared Read Blocks": number };
}

async function buffersOf(client: Client, { sql, as, before }: Call): Promise<number> {
  await client.query("begin");
  try {
    if (before) await client.query(before);
    if (as)
      await become(
        client,
        as === "person" ? "authenticated" : "anon",
        as === "person" ? await idOfMe(client) : null,
      );
    const plan = (await firstValue(
      client,
      `explain (analyze, buffers, format json) ${sql}`,
    )) as readonly Plan[];
    const top = plan[0]?.Plan;
    return (top?.["Shared Hit Blocks"] ?? Number.NaN) + (top?.["Shared Read Blocks"] ?? Number.NaN);
  } finally {
    await client.query("rollback");
  }
}

const idOfMe = async (client: Client) => String(await firstValue(client, `select ${me}`));

/** Until nobody's setting is new to the schedule, as after a town's first night. */
async function settle(client: Client): Promise<void> {
  for (const claim of ["lease_morning_mails", "claim_pushes"]) {
    const call = `select (private.${claim}(${at("06:00")}, 1000) ->> 'hasMore')::boolean`;
    while (await firstValue(client, call));
  }
}

function measureTown(households: number): Promise<number[]> {
  return onNewDatabase(async (client) => {
    const fill = readFileSync(join(rootFolder, "bench/town.sql"), "utf8");
    await client.query(`set town.households = ${households}; set town.today = '${TODAY}'`);
    await client.query(fill);
    await client.query("grant usage on schema town to public");
    const channel = `select channel from public.household_displays where id = town.id('display', 4)`;
    await client.query(`select set_config('town.channel', (${channel})::text, false)`);
    await settle(client);
    await client.query("vacuum analyze");
    const buffers: number[] = [];
    for (const call of calls) {
      if (call.prepare) {
        await client.query(call.prepare);
        await client.query("vacuum analyze");
      }
      // As on a connection that is kept.
      for (let n = 0; n < WARM_UP; n += 1) await buffersOf(client, call);
      buffers.push(await buffersOf(client, call));
    }
    return buffers;
  });
}

export const bench: Bench = {
  title: "A town",
  isAlone: true,
  async measure() {
    const [small = 0, large = 0] = SIZES;
    const before = await measureTown(small);
    const after = await measureTown(large);
    const rows = calls.map(
      ({ name }, place) => [name, before[place] ?? 0, after[place] ?? 0] as const,
    );
    const grown = rows.filter(([, few, many]) => !(many <= MORE(few)));
    const figures = rows.map(([name, few, many]) => [name, String(few), String(many)]);
    const report = table(["buffers of a call", `${small} households`, `${large}`], figures);
    if (grown.length > 0) {
      throw new Error(
        `grows with the town: ${grown.map(([name]) => name).join(", ")}\n\n${report}`,
      );
    }
    return report;
  },
};
