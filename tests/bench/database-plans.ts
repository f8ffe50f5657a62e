import pg from "pg";
import type { Bench, BenchContext } from "./context.ts";
import { COMPLETIONS_EACH, loadPeople, loadPersonId, TASKS_EACH } from "./database-load.ts";
import { ms, percentile, table } from "./report.ts";

const SIZES = [1_000, 10_000];
const ROUNDS = 15;
/** Somebody in the middle of the data. */
const CALLER = 500;

const calls: Record<string, string> = {
  "list_tasks()": "select public.list_tasks()",
  "create_task(…)": `select public.create_task(gen_random_uuid(), jsonb_build_object(
      'category', 'Home', 'title', 'Bench ' || gen_random_uuid(), 'startDate', current_date))`,
  "complete_task(…)": "select public.complete_task($1, (current_date - 40 - $2::int))",
  "undo_completion(…)": "select public.undo_completion($1, (current_date - 1 - $2::int))",
  "history of a task": `select completed_date, completed_at, user_id from public.task_completions
    where task_id = $1 and completed_date >= current_date - 35 and $2::int is not null`,
  "select * from tasks": "select * from public.tasks where $1::uuid is not null and $2::int >= 0",
  "select * from task_completions":
    "select * from public.task_completions where $1::uuid is not null and $2::int >= 0",
};

interface Figures {
  /** 8 kB pages touched */
  readonly pages: number;
  /** rows read by sequential scans of our tables: 0 when every plan uses an index */
  readonly sequentialRows: number;
  readonly milliseconds: number;
}

function pagesOf(plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number }): number {
  return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
}

const sequentialRows = async (client: pg.ClientBase): Promise<number> => {
  const { rows } = await client.query<{ read: number }>(
    `select coalesce(sum(seq_tup_read), 0)::int as read
     from pg_stat_xact_user_tables where schemaname = 'public'`,
  );
  return rows[0]?.read ?? 0;
};

/** Runs a call as the caller in a transaction that is rolled back; the first rounds warm caches up. */
async function measureCall(client: pg.ClientBase, statement: string): Promise<Figures> {
  const callerId = loadPersonId(CALLER);
  const { rows } = await client.query<{ id: string }>(
    "select id from public.tasks where user_id = $1 order by id limit 1",
    [callerId],
  );
  const parameters = (round: number) => (statement.includes("$1") ? [rows[0]?.id, round] : []);
  await client.query("begin");
  await client.query(
    `select set_config('role', 'authenticated', true), set_config('request.jwt.claim.sub', $1, true),
       set_config('request.jwt.claims', $2, true)`,
    [callerId, JSON.stringify({ sub: callerId, role: "authenticated" })],
  );
  const readBefore = await sequentialRows(client);
  const times: number[] = [];
  let pages = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const explained = await client.query(
      `explain (analyze, buffers, format json) ${statement}`,
      parameters(round),
    );
    const [{ Plan: plan, "Execution Time": time }] = explained.rows[0]["QUERY PLAN"];
    pages = pagesOf(plan);
    times.push(time);
  }
  const read = (await sequentialRows(client)) - readBefore;
  await client.query("rollback");
  return { pages, sequentialRows: read, milliseconds: percentile(times, 0.5) };
}

async function measureSize(context: BenchContext, people: number): Promise<Map<string, Figures>> {
  const client = new pg.Client({ connectionString: context.addresses.dbUrl });
  await client.connect();
  try {
    context.log(`loading ${people} people…`);
    await loadPeople(client, people);
    const figures = new Map<string, Figures>();
    for (const [name, statement] of Object.entries(calls)) {
      figures.set(name, await measureCall(client, statement));
    }
    return figures;
  } finally {
    await client.end();
  }
}

/** One person's calls among others' data, at two sizes: what they touch must not grow with it. */
export const bench: Bench = {
  title: "What a call reads in the database",
  async measure(context) {
    const results: Map<string, Figures>[] = [];
    for (const people of SIZES) results.push(await measureSize(context, people));
    const sizes = SIZES.map((people) => {
      const tasks = people * TASKS_EACH;
      return `${tasks.toLocaleString("en")} tasks, ${(tasks * COMPLETIONS_EACH).toLocaleString("en")} completions`;
    });
    const rows = Object.keys(calls).map((name) => [
      `\`${name}\``,
      ...results.flatMap((figures) => {
        const { pages, sequentialRows: read, milliseconds } = figures.get(name) as Figures;
        return [String(pages), String(read), ms(milliseconds)];
      }),
    ]);
    const header = sizes.flatMap((size) => [`${size}: pages`, "rows by sequential scan", "median"]);
    return table(["as one person of 10 tasks", ...header], rows);
  },
};
