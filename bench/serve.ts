import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findPortBase } from "../stack/ports.ts";
import { acceptEachOther } from "../tests/support/actors.ts";
import { addTask } from "../tests/support/actors-tasks.ts";
import { type AppClient, closeApps, openApp } from "../tests/support/app-client.ts";
import { completeOccurrence } from "../tests/support/app-writes.ts";
import { stackVariables } from "../tests/support/environment.ts";
import { descendants } from "../tests/support/processes.ts";
import {
  addressBehind,
  addressesOf,
  type ServeProcess,
  startServe,
} from "../tests/support/serve-process.ts";
import type { Bench } from "./context.ts";
import { ms, percentile, table } from "./report.ts";
import { costOfCalls } from "./serve-calls.ts";

/** A self-hosted server: its start-up time and memory, and a hundred people on it. */

const IDLE_MS = 180_000;
const PEOPLE = 100;
const PER_HOUSEHOLD = 4;
const RATES = [5, 50, 100];
const TICKS = 300;
/** Health checks per second, at the same time as the slowest ticks. */
const LOOKS = 50;

/** Kilobytes of all processes, with shared memory counted once; only on Linux. */
function memoryOf(pids: readonly number[]): number {
  const own = pids.map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]);
    } catch {
      return 0;
    }
  });
  return own.reduce((sum, kilobytes) => sum + kilobytes, 0);
}

const megabytes = (kilobytes: number) => `${Math.round(kilobytes / 1_024)} MB`;

/** The server's processes, including the one that a person starts. */
function processesOf({ child }: ServeProcess) {
  const pid = Number(child.pid);
  const below = descendants(pid);
  return [pid, ...below.map((process) => process.pid)];
}

async function end({ child, exitCode }: ServeProcess): Promise<void> {
  child.kill("SIGTERM");
  await exitCode;
}

/** The processor time of its processes, including ended ones; `ps` counts whole seconds. */
function processorSeconds(server: ServeProcess): number {
  const ticks = processesOf(server).map((pid) => {
    try {
      const [, after = ""] = /.*\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
      const fields = after.split(" ").slice(11, 15).map(Number);
      return fields.reduce((sum, value) => sum + value, 0);
    } catch {
      return 0;
    }
  });
  return ticks.reduce((sum, value) => sum + value, 0) / 100;
}

/**
 * Milliseconds from each tick to the screen of another person in the household.
 * @param rate ticks per second
 * @param from the first ticked day, in days since the start
 */
async function tickTogether(
  apps: readonly AppClient[],
  rate: number,
  from: number,
): Promise<number[]> {
  const latencies: number[] = [];
  const underway: Promise<void>[] = [];
  for (let n = 0; n < TICKS; n += 1) {
    const ticker = apps[(n * PER_HOUSEHOLD) % apps.length] as AppClient;
    const other = apps[((n * PER_HOUSEHOLD) % apps.length) + 1] as AppClient;
    const round = from + Math.floor((n * PER_HOUSEHOLD) / apps.length);
    const [task] = ticker.tasks();
    if (!task) throw new Error("there is no task");
    const day = new Date(Date.parse(`${task.startDate}T00:00Z`) + round * 86_400_000)
      .toISOString()
      .slice(0, 10);
    const seen = other.announcements.length;
    const at = performance.now();
    underway.push(
      (async () => {
        await completeOccurrence(ticker.session, { task, date: day });
        while (other.announcements.length <= seen) {
          if (performance.now() - at > 10_000) throw new Error("a tick never came");
          await pause(5);
        }
        latencies.push(performance.now() - at);
      })(),
    );
    await pause(1_000 / rate);
  }
  await Promise.all(underway);
  return latencies;
}

/** Checks the server's health each second until told to stop; also times refused checks. */
function lookAtHealth(address: string): () => void {
  const look = () => fetch(`${address}/health`).then((answer) => answer.text());
  const timer = setInterval(
    () => Array.from({ length: LOOKS }, () => look().catch(() => {})),
    1_000,
  );
  return () => clearInterval(timer);
}

/** Each household's board, on the screens of its people. */
async function households(): Promise<AppClient[]> {
  const apps: AppClient[] = [];
  const start = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10);
  for (let n = 0; n < PEOPLE; n += PER_HOUSEHOLD) {
    const household: AppClient[] = [];
    for (let k = 0; k < PER_HOUSEHOLD; k += 1) {
      household.push(await openApp({ name: `Person${n + k}`, acceptsOthers: false }));
    }
    await acceptEachOther(household.map(({ session }) => ({ id: session.userId })));
    const [owner] = household;
    if (owner) {
      const person = { id: owner.session.userId, email: owner.email, token: await tokenOf(owner) };
      const share_with = household.slice(1).map(({ email }) => email);
      await addTask(person, { title: `Dishes ${n}`, start_date: start, share_with });
    }
    apps.push(...household);
  }
  return apps;
}

async function tokenOf(app: AppClient): Promise<string> {
  const { data } = await app.supabase.auth.getSession();
  return String(data.session?.access_token);
}

export const bench: Bench = {
  title: "A server of one's own",
  async measure({ log }) {
    const folder = mkdtempSync(join(tmpdir(), "rota-bench-served-"));
    const port = await findPortBase(1);
    const data = join(folder, "data");
    const start = async () => {
      const at = performance.now();
      const server = await startServe(data, port);
      return { server, took: performance.now() - at };
    };
    try {
      const first = await start();
      await end(first.server);
      const { server, took } = await start();
      try {
        await pause(IDLE_MS);
        const idle = processesOf(server);
        const rows = [
          ["first start, with the app's build and a new database", ms(first.took)],
          ["start to served, warm", ms(took)],
          ["memory, idle on an empty board", megabytes(memoryOf(idle))],
          ["processes", String(idle.length)],
        ];
        Object.assign(process.env, stackVariables(addressesOf(server)));
        process.env.ROTA_BEHIND_URL = addressBehind(server);
        log("what a call costs…");
        const calls = await costOfCalls(Number(server.child.pid));
        log(`${PEOPLE} people, ${TICKS} ticks…`);
        const apps = await households();
        for (const [n, rate] of [...RATES, RATES[0] ?? 5].entries()) {
          const isLookedAt = n === RATES.length;
          const endLooks = isLookedAt ? lookAtHealth(addressesOf(server).apiUrl) : () => {};
          const before = processorSeconds(server);
          const at = performance.now();
          const from = n * Math.ceil((TICKS * PER_HOUSEHOLD) / PEOPLE);
          const latencies = await tickTogether(apps, rate, from);
          endLooks();
          const share = (processorSeconds(server) - before) / ((performance.now() - at) / 1_000);
          const [p50, p95] = [0.5, 0.95].map((part) => ms(percentile(latencies, part)));
          rows.push([
            `${PEOPLE} people, ${rate} ticks a second${isLookedAt ? `, beside ${LOOKS} looks at /health at once` : ""}`,
            `p50 ${p50}, p95 ${p95} to another's screen; ${Math.round(share * 100)} % of a processor`,
          ]);
        }
        rows.push(["memory after that", megabytes(memoryOf(processesOf(server)))]);
        return `${table(["what", "measured"], rows)}\n\n${calls}`;
      } finally {
        await closeApps();
        await end(server);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
