import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findPortBase } from "../../stack/ports.ts";
import { closeApps } from "../support/app-client.ts";
import { stackVariables } from "../support/environment.ts";
import { runFaults } from "../support/fault-run.ts";
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

/** Every process below this one, as a shell would show it. */
function descendants(ancestor: number | undefined): { pid: number; args: string }[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  const all = lines.map((line) => {
    const [, pid = "", parent = "", args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return { pid: Number(pid), parent: Number(parent), args };
  });
  const below = (pid: number): typeof all =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  return below(Number(ancestor));
}

/** Kills one service of this stack without a warning, and waits until it is back. */
async function kill(service: string, isIts: (args: string) => boolean): Promise<void> {
  const victim = descendants(stack.child.pid).find(
    // Each service has a parent that passes its command on.
    ({ args }) => isIts(args) && !args.includes("lifeline.mjs"),
  );
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
      await kill("database", (args) => /\/postgres .*-D/.test(args));
      // Realtime starts anew after the database, so that its clients know that they missed something.
      await vi.waitFor(() => expect(stack.log()).toContain("realtime is back"), patience);
      await kill("function update-task", (args) => args.endsWith("update-task/index.ts"));
      await kill("realtime", (args) => args.endsWith("realtime/main.ts"));
    },
  });
  expect(broken).toEqual([]);
  expect(counts.acknowledged).toBeGreaterThan(FAULTS);
  console.log(counts);
}, 300_000);
