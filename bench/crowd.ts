import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { rootFolder } from "../cli/project.ts";
import { newPerson, type Person, rpc, succeeded } from "../tests/support/actors.ts";
import { addTask } from "../tests/support/actors-tasks.ts";
import { stackUnderTest } from "../tests/support/environment.ts";
import { inTransaction } from "../tests/support/sql.ts";
import type { Bench } from "./context.ts";
import { ms, percentile, table } from "./report.ts";

/** Measures how long somebody waits while another account, or a stranger, makes many requests at once. */

const AT_ONCE = 40;
const CALM_MS = 5_000;
const BESIDE_MS = 10_000;
/** Milliseconds between the bystander's calls, and before they are measured. */
const BETWEEN = 20;
const BEGINNING = 1_500;
/** As many as a person or a household may have. */
const TASKS = 1_000;
const BYSTANDERS_TASKS = 30;

const dayAt = (n: number) => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10);

let ticked = 0;

/** Reads a list and ticks in turn, for so long; milliseconds of each call. */
async function bystand(person: Person, taskIds: readonly string[], during: number) {
  const samples: number[] = [];
  const until = performance.now() + during;
  while (performance.now() < until) {
    const tick = {
      task_id: taskIds[ticked % taskIds.length],
      completed_date: dayAt(Math.floor(ticked / taskIds.length)),
    };
    ticked += 1;
    for (const [name, parameters] of [
      ["list_tasks", {}],
      ["complete_task", tick],
    ] as const) {
      const at = performance.now();
      succeeded(await rpc(person, name, parameters));
      samples.push(performance.now() - at);
      await pause(BETWEEN);
    }
  }
  return samples;
}

interface Flood {
  readonly path: string;
  readonly method?: string;
  readonly as: Person | null;
  readonly bodies: readonly object[];
}

/** Makes a separate process send these requests while `work` runs; also answers the statuses that it got. */
async function beside<T>({ path, method = "POST", as, bodies }: Flood, work: () => Promise<T>) {
  const { apiUrl, publishableKey } = stackUnderTest();
  const options = {
    ...{ url: `${apiUrl}${path}`, method, atOnce: AT_ONCE },
    bodies: method === "GET" ? [null] : bodies.map((body) => JSON.stringify(body)),
    headers: {
      apikey: publishableKey,
      "content-type": "application/json",
      ...(as && { authorization: `Bearer ${as.token}` }),
    },
  };
  const child = fork(join(rootFolder, "bench/flood.mjs"));
  child.send(options);
  await pause(BEGINNING);
  const result = await work();
  child.send("end");
  const [statuses] = await once(child, "message");
  return { result, statuses: statuses as Record<string, number> };
}

async function addHeavyBoard(owner: Person): Promise<string[]> {
  return inTransaction(async (client) => {
    await client.query("set local rota.quiet = 'on'");
    const { rows } = await client.query<{ id: string }>(
      `insert into public.tasks (user_id, category, title, start_date, subtitle)
       select $1, 'Home', 'Task ' || n, '2020-01-01', left(md5(n::text) || md5(random()::text), 50)
       from generate_series(1, $2) as n returning id`,
      [owner.id, TASKS],
    );
    await client.query(
      `insert into public.task_completions (task_id, completed_date, user_id, completed_at)
       select id, date '2020-01-01' + n, user_id, now() - interval '3 days'
       from public.tasks, generate_series(1, 400, 7) as n where user_id = $1`,
      [owner.id],
    );
    return rows.map(({ id }) => id);
  });
}

export const bench: Bench = {
  title: `What a bystander waits for beside ${AT_ONCE} calls at once`,
  async measure({ log }) {
    const [heavy, bystander] = await Promise.all([newPerson("heavy"), newPerson("bystander")]);
    const ids = await addHeavyBoard(heavy);
    const own: string[] = [];
    for (let n = 0; n < BYSTANDERS_TASKS; n += 1) {
      const task = { title: `Water plant ${n}`, start_date: "2020-01-01" };
      own.push((await addTask(bystander, task)).id);
    }
    const list = JSON.stringify(succeeded(await rpc(heavy, "list_tasks"))).length;
    const rest = "/rest/v1/rpc";
    const floods: Record<string, Flood> = {
      [`lists of ${Math.round(list / 1_000)} kB`]: {
        ...{ path: `${rest}/list_tasks`, as: heavy, bodies: [{}] },
      },
      exports: { path: `${rest}/export_tasks`, as: heavy, bodies: [{}] },
      ticks: {
        ...{ path: `${rest}/complete_task`, as: heavy },
        bodies: Array.from({ length: 5_000 }, (_, n) => ({
          task_id: ids[n % 100],
          completed_date: dayAt(500 + Math.floor(n / 100)),
        })),
      },
      "404s": { path: "/rest/v1/nothing?select=id", method: "GET", as: heavy, bodies: [] },
      "sign-ins of a stranger": {
        ...{ path: "/auth/v1/token?grant_type=password", as: null },
        bodies: Array.from({ length: 900 }, (_, n) => ({
          email: `nobody-${n}@example.com`,
          password: "a guess of a password",
        })),
      },
    };
    await bystand(bystander, own, CALM_MS);
    const rows: string[][] = [];
    for (const [name, flood] of Object.entries(floods)) {
      log(`beside ${name}…`);
      const calm = await bystand(bystander, own, CALM_MS);
      const { result, statuses } = await beside(flood, () => bystand(bystander, own, BESIDE_MS));
      const cells = [0.5, 0.95].flatMap((share) => {
        const [before, while_] = [percentile(calm, share), percentile(result, share)];
        return [ms(before), ms(while_), `${(while_ / before).toFixed(1)} ×`];
      });
      const answered = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
      rows.push([name, ...cells, answered.join(", ")]);
    }
    const header = ["beside", "p50 calm", "beside", "", "p95 calm", "beside", "", "they got"];
    return table(header, rows);
  },
};
