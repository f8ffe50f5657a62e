import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import {
  acceptEachOther,
  newPerson,
  type Person,
  rpc,
  succeeded,
} from "../tests/support/actors.ts";
import { addTask } from "../tests/support/actors-tasks.ts";
import { openApp } from "../tests/support/app-client.ts";
import { stackUnderTest } from "../tests/support/environment.ts";
import { descendants, type Part, processesOf } from "../tests/support/processes.ts";
import { table } from "./report.ts";

/** Measures the cost of one call on a self-hosted server: processor milliseconds, by process. */

const TASKS = 30;
const CALLS = 600;
/** Calls before measuring: code is compiled and plans are made. */
const WARM_UP = 300;
const PARTS = ["API", "PostgreSQL", "Realtime"] as const satisfies readonly Part[];

/** Clock ticks of a process, 100 per second; none if it has ended. */
function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13)
      .map(Number);
    return user + system;
  } catch {
    return 0;
  }
}

/** The clock ticks of each of these. */
export const ticksOfEach = (processes: readonly { readonly pid: number }[]): Map<number, number> =>
  new Map(processes.map(({ pid }) => [pid, ticksOf(pid)]));

/** The clock ticks of each process of each part, and of all parts. */
const look = (server: number): Map<number, number>[] =>
  [...PARTS.map((part) => processesOf(part, server)), descendants(server)].map(ticksOfEach);

/** Milliseconds that a part has used since; processes that have ended are left out. */
export function usedSince(before: Map<number, number>, now: Map<number, number>): number {
  return [...now].reduce((sum, [pid, ticks]) => sum + ticks - (before.get(pid) ?? 0), 0) * 10;
}

/** The digest of a list just read, computed like src/sync/task-list.ts. */
async function digestOf(person: Person): Promise<string> {
  type List = { names: string; tasks: { id: string; revision: number }[] };
  const { names, tasks } = succeeded<List>(await rpc(person, "list_tasks"));
  const text = tasks.map(({ id, revision }) => `${id}:${revision}`).join();
  return `${names}.${createHash("sha256").update(text).digest("base64")}`;
}

type Call = (n: number) => { name: string; parameters: object };

/** Makes calls one by one on one connection, like a browser. */
async function make(person: Person, call: Call, from: number, count: number): Promise<void> {
  const { apiUrl, publishableKey } = stackUnderTest();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let n = from; n < from + count; n += 1) {
    const { name, parameters } = call(n);
    await new Promise<void>((resolve, reject) => {
      const asked = request(
        `${apiUrl}/rest/v1/rpc/${name}`,
        {
          agent,
          method: "POST",
          headers: {
            "accept-encoding": "gzip, deflate, br, zstd",
            apikey: publishableKey,
            authorization: `Bearer ${person.token}`,
            "content-type": "application/json",
            "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0",
          },
        },
        (answer) => {
          answer.resume().on("end", () => {
            if (Number(answer.statusCode) < 300) resolve();
            else reject(new Error(`${name} answered ${answer.statusCode}`));
          });
        },
      );
      asked.on("error", reject);
      asked.end(JSON.stringify(parameters));
    });
  }
  agent.destroy();
}

/**
 * @param server the process that a person starts
 * @returns a table; only on Linux
 */
export async function costOfCalls(server: number): Promise<string> {
  const owner = await newPerson("owner", "Olive");
  const other = await openApp({ name: "Otto", acceptsOthers: false });
  await acceptEachOther([owner, { id: other.session.userId }]);
  const ids: string[] = [];
  for (let n = 0; n < TASKS; n += 1) {
    const task = { title: `Water plant ${n}`, start_date: "2020-01-01", share_with: [other.email] };
    ids.push((await addTask(owner, task)).id);
  }
  const known_digest = await digestOf(owner);
  const calls: Record<string, Call> = {
    "nothing new": () => ({ name: "list_tasks", parameters: { known_digest } }),
    [`list of ${TASKS} tasks`]: () => ({ name: "list_tasks", parameters: {} }),
    "a tick": (n) => ({
      name: "complete_task",
      parameters: {
        task_id: ids[n % TASKS],
        completed_date: new Date(Date.UTC(2020, 0, 1 + Math.floor(n / TASKS)))
          .toISOString()
          .slice(0, 10),
      },
    }),
  };
  const rows: string[][] = [];
  for (const [name, call] of Object.entries(calls)) {
    await make(owner, call, 0, WARM_UP);
    const before = look(server);
    await make(owner, call, WARM_UP, CALLS);
    const each = look(server).map((now, part) => usedSince(before[part] ?? now, now) / CALLS);
    rows.push([name, ...each.map((milliseconds) => `${milliseconds.toFixed(2)} ms`)]);
  }
  return table(["processor", ...PARTS, "all processes"], rows);
}
