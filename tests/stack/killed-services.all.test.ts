import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { rootFolder } from "../../cli/project.ts";
import { readProjectConfig } from "../../stack/config.ts";
import { auth, newPerson, rest } from "../support/actors.ts";
import { closeApps, openApp } from "../support/app-client.ts";
import { createTask } from "../support/app-writes.ts";
import { eventually } from "../support/eventually.ts";
import { runFaults } from "../support/fault-run.ts";
import { type Part, processesOf } from "../support/processes.ts";
import { asAdministrator, rolledBack, sqlValue } from "../support/sql.ts";
import type { StackProcess } from "../support/stack-process.ts";
import { startedStack } from "../support/started-stack.ts";

const FAULTS = 40;
const patience = { timeout: 60_000, interval: 100 };

let stack: StackProcess;

beforeAll(async () => {
  stack = await startedStack("--ephemeral", "--no-seed");
}, 120_000);

afterAll(async () => {
  await closeApps();
  vi.unstubAllEnvs();
  stack.child.kill("SIGTERM");
  await stack.exitCode;
});

/** Kills one service of this stack without a warning, and waits until it is back. */
async function kill(service: string, part: Part, command = ""): Promise<void> {
  const processes = processesOf(part, Number(stack.child.pid));
  const victim = processes.find(({ args }) => args.includes(command));
  if (!victim) throw new Error(`${service} is not running`);
  const before = stack.log().length;
  process.kill(victim.pid, "SIGKILL");
  await vi.waitFor(
    () => expect(stack.log().slice(before)).toContain(`${service} is back`),
    patience,
  );
}

test("nothing acknowledged is lost when database, function and Realtime are killed in a fault run", async () => {
  const { broken, ...counts } = await runFaults({
    faults: FAULTS,
    seed: Number(process.env.ROTA_SEED),
    meanwhile: async () => {
      const completions = "select count(*)::int from public.task_completions";
      await vi.waitUntil(async () => (await sqlValue<number>(completions)) > 10, patience);
      await kill("database", "PostgreSQL", " -D ");
      // Realtime restarts after the database, so that its clients know that they missed something.
      await vi.waitFor(() => expect(stack.log()).toContain("realtime is back"), patience);
      await kill("function server", "edge functions");
      await kill("realtime", "Realtime");
    },
  });
  expect(broken).toEqual([]);
  expect(counts.acknowledged).toBeGreaterThan(FAULTS);
  console.log(counts);
}, 300_000);

test("killed edge functions come back, and nothing else ends meanwhile", async () => {
  const { apiUrl, functionsUrl } = await stack.addresses;
  const alice = await newPerson("alice");
  const health = async () => {
    const answer = await fetch(`${apiUrl}/health`);
    const parts = Object.entries((await answer.json()) as Record<string, string>);
    return {
      status: answer.status,
      down: parts.flatMap(([part, is]) => (is === "up" ? [] : part)),
    };
  };
  const whole = { status: 200, down: [] };
  await vi.waitFor(async () => expect(await health()).toEqual(whole), patience);

  const before = stack.log().length;
  const { functions } = readProjectConfig(rootFolder);
  const names = Object.keys(functions);
  // Repeated if a service was back before it could be checked.
  await vi.waitFor(async () => {
    const [server] = processesOf("edge functions", Number(stack.child.pid));
    if (server) process.kill(server.pid, "SIGKILL");
    const [{ status, down }, call, read] = await Promise.all([
      health(),
      fetch(`${functionsUrl}/${names[0]}`, { method: "POST" }),
      rest(alice, "GET", "profiles?select=id"),
    ]);
    expect({ status, down: down.sort() }).toEqual({
      status: 503,
      down: names.map((name) => `function ${name}`).sort(),
    });
    expect(call.status).toBe(503);
    expect(read.status).toBe(200);
  }, patience);

  await vi.waitFor(async () => expect(await health()).toEqual(whole), patience);
  const said = () => stack.log().slice(before);
  // The functions answer a moment before the supervisor has noticed.
  await vi.waitFor(() => expect(said()).toContain("function server is back."), patience);
  expect(said()).not.toMatch(/(?:database|realtime|api) ended/);
  expect(stack.child.exitCode).toBeNull();
}, 120_000);

test("REST and Auth go on when the database ends their connections in the middle of requests", async () => {
  const alice = await newPerson("alice");
  const ask = async () => {
    const answers = [rest(alice, "GET", "profiles?select=id"), auth(alice, "GET", "user")];
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  const before = stack.log().length;
  let ended = 0;
  await asAdministrator(async (client) => {
    // As many rounds as it takes: how many connections a round has depends on the calls that may run at once.
    while (ended <= 50) {
      const asked = Array.from({ length: 20 }, ask);
      const { rowCount } = await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'api'",
      );
      ended += Number(rowCount);
      const statuses = (await Promise.all(asked)).flat();
      expect([200, 500, 503]).toEqual(expect.arrayContaining(statuses));
    }
  });
  const asked = Array.from({ length: 50 }, ask);
  expect(new Set((await Promise.all(asked)).flat())).toEqual(new Set([200]));
  expect(stack.log().slice(before)).toBe("");
}, 60_000);

test("a device that joins while Realtime has lost its line to the database misses nothing", async () => {
  const phone = await openApp({ name: "Alice" });
  const id = randomUUID();
  const reads = vi.spyOn(globalThis, "fetch");
  const tablet = await rolledBack(async (client) => {
    // A new replication slot waits for transactions that write.
    await client.query("select pg_current_xact_id()");
    await asAdministrator(async (administrator) => {
      const { rowCount } = await administrator.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'realtime_replication_connection'`,
      );
      expect(rowCount).toBe(1);
    });
    const joined = await openApp({ name: "Alice", email: phone.email, untilLive: false });
    // Earlier changes are shown without waiting for the slot.
    await eventually(() => expect(reads.mock.calls.filter(isListRead)).toHaveLength(2));
    const startDate = new Date().toISOString().slice(0, 10);
    await createTask(phone.session, { id, category: "Kitchen", title: "Dishes", startDate });
    expect(joined.live.getState()).toBe("reconnecting");
    expect(joined.task(id)).toBeUndefined();
    return joined;
  });
  await eventually(() => expect(tablet.task(id)).toBeDefined());
  expect(tablet.live.getState()).toBe("live");
}, 60_000);

const isListRead = ([input]: Parameters<typeof fetch>) => String(input).endsWith("/rpc/list_tasks");
