import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findPortBase } from "../../stack/ports.ts";
import { closeApps } from "../support/app-client.ts";
import { stackVariables } from "../support/environment.ts";
import { runFaults } from "../support/fault-run.ts";
import { type Part, processesOf } from "../support/processes.ts";
import { sqlValue } from "../support/sql.ts";
import { runStack, type StackProcess } from "../support/stack-process.ts";

const FAULTS = 40;
const patience = { timeout: 60_000, interval: 100 };

let stack: StackProcess;

beforeAll(async () => {
  const base = String(await findPortBase(10));
  stack = runStack(["--port-base", base, "--ephemeral", "--no-seed"]);
  // The clients and their checks read from the environment which stack is meant: this one.
  for (const [name, value] of Object.entries(stackVariables(await stack.addresses))) {
    vi.stubEnv(name, value);
  }
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
    seed: Date.now() % 1_000_000,
    meanwhile: async () => {
      const completions = "select count(*)::int from public.task_completions";
      await vi.waitUntil(async () => (await sqlValue<number>(completions)) > 10, patience);
      await kill("database", "PostgreSQL", " -D ");
      // Realtime starts anew after the database, so that its clients know that they missed something.
      await vi.waitFor(() => expect(stack.log()).toContain("realtime is back"), patience);
      await kill("function update-task", "edge functions", "update-task");
      await kill("realtime", "Realtime");
    },
  });
  expect(broken).toEqual([]);
  expect(counts.acknowledged).toBeGreaterThan(FAULTS);
  console.log(counts);
}, 300_000);
