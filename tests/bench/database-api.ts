import { randomUUID } from "node:crypto";
import type { StackAddresses } from "embedded-supabase/stack.ts";
import type { Bench } from "./context.ts";
import { ms, percentile, table } from "./report.ts";

const ROUNDS = 200;
const WARM_UP = 20;

interface Caller {
  readonly addresses: StackAddresses;
  readonly token: string;
}

async function post(url: string, { addresses, token }: Caller, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      apikey: addresses.publishableKey,
      "Content-Type": "application/json",
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

async function signIn(addresses: StackAddresses, email: string): Promise<Caller> {
  const url = `${addresses.apiUrl}/auth/v1/token?grant_type=password`;
  const password = "rota-demo-1";
  const answer = await post(url, { addresses, token: "" }, { email, password });
  return { addresses, token: (answer as { access_token: string }).access_token };
}

/** Calls of the seeded Alice, one after the other. */
function operations(caller: Caller, taskId: string) {
  const { apiUrl, publishableKey, functionsUrl } = caller.addresses;
  const rpc = (name: string, body: unknown) => post(`${apiUrl}/rest/v1/rpc/${name}`, caller, body);
  const headers = { apikey: publishableKey, Authorization: `Bearer ${caller.token}` };
  const draft = (n: number) => ({
    id: randomUUID(),
    category: "Bench",
    title: `${n} ${randomUUID()}`,
  });
  const day = (n: number) => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10);
  return {
    "an empty select": async () => {
      const response = await fetch(`${apiUrl}/rest/v1/profiles?select=id&limit=0`, { headers });
      await response.text();
    },
    list_tasks: () => rpc("list_tasks", {}),
    complete_task: (n: number) => rpc("complete_task", { task_id: taskId, completed_date: day(n) }),
    undo_completion: (n: number) =>
      rpc("undo_completion", { task_id: taskId, completed_date: day(n) }),
    create_task: (n: number) => {
      const { id, ...fields } = { ...draft(n), startDate: "2020-01-01" };
      return rpc("create_task", { id, fields });
    },
    "the function create-task": (n: number) =>
      post(`${functionsUrl}/create-task`, caller, { ...draft(n), startDate: "2020-01-01" }),
  };
}

/** The app's calls through the API, beside the least that a request can ask. */
export const bench: Bench = {
  title: "Calls through the API",
  async measure({ addresses }) {
    const alice = await signIn(addresses, "alice@example.com");
    const task = (await post(`${addresses.apiUrl}/rest/v1/rpc/create_task`, alice, {
      id: randomUUID(),
      fields: {
        category: "Bench",
        title: `Bench ${randomUUID()}`,
        startDate: "2020-01-01",
        isShared: true,
      },
      share_with: ["bob@example.com"],
    })) as { id: string };
    const rows: string[][] = [];
    for (const [name, call] of Object.entries(operations(alice, task.id))) {
      const samples: number[] = [];
      for (let n = 0; n < ROUNDS + WARM_UP; n += 1) {
        const startedAt = performance.now();
        await call(n);
        if (n >= WARM_UP) samples.push(performance.now() - startedAt);
      }
      rows.push([name, ms(percentile(samples, 0.5)), ms(percentile(samples, 0.95))]);
    }
    return table(["call", "p50", "p95"], rows);
  },
};
