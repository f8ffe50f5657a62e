import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { findPortBase } from "../../stack/ports.ts";
import { isAlive } from "../../stack/processes.ts";
import { withClient } from "../../stack/services/platform.ts";
import { descendants, processesOf } from "../support/processes.ts";
import {
  isListening,
  runBootstrap,
  runStack,
  type StackProcess,
} from "../support/stack-process.ts";

/** Processes that survive a killed stack, and how the next one deals with them. */

const patience = { timeout: 60_000, interval: 100 };

let base = 0;
let folder = "";
let running: StackProcess | undefined;
beforeAll(async () => {
  base = await findPortBase(20);
  folder = mkdtempSync(join(tmpdir(), "rota-leftovers-"));
});
afterEach(async () => {
  running?.child.kill("SIGTERM");
  await running?.exitCode;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(): StackProcess {
  running = runStack(["--port-base", String(base), "--no-seed", "--data", folder]);
  return running;
}

const queryAt = async (dbUrl: string, sql: string) =>
  (await withClient(dbUrl, (client) => client.query(sql))).rows;

const pidOf = ({ child }: StackProcess): number => Number(child.pid);

function serverPid(): number {
  return Number.parseInt(readFileSync(join(folder, "postgres/postmaster.pid"), "utf8"), 10);
}

/** Kills a stack except its database, before any of them can react. */
async function killAllButDatabase(stack: StackProcess): Promise<void> {
  process.kill(pidOf(stack), "SIGSTOP");
  // The process that would stop the database.
  execFileSync("pkill", ["-KILL", "-g", String(serverPid()), "-f", "read -r _"]);
  for (const { pid, args } of descendants(pidOf(stack))) {
    if (args.startsWith(process.execPath)) process.kill(pid, "SIGKILL");
  }
  process.kill(pidOf(stack), "SIGKILL");
  await stack.exitCode;
}

test("of two starts on the same ports with data of their own, one wins and the other is told", async () => {
  const starts = ["a", "b"].map((name) =>
    runStack(["--port-base", String(base), "--no-seed", "--data", join(folder, name)]),
  );
  const winner = await Promise.any(starts.map((stack) => stack.addresses.then(() => stack)));
  running = winner;
  const loser = starts.find((stack) => stack !== winner);
  expect([await loser?.exitCode, loser?.log()]).toEqual([
    1,
    expect.stringMatching(/rota: port \d+ \(for the \w+\) is in use: .*\n$/),
  ]);
  expect(processesOf("PostgreSQL", pidOf(winner)).length).toBeGreaterThan(0);
}, 120_000);

test("what a killed stack left running gives way to the next start, and to a reset", async () => {
  const killed = start();
  await queryAt((await killed.addresses).dbUrl, "create table public.kept as select 42 as answer");
  const left = serverPid();
  await killAllButDatabase(killed);
  expect(isAlive(left)).toBe(true);
  const functionPort = base + 5;
  await vi.waitFor(async () => expect(await isListening(functionPort)).toBe(false), patience);

  const next = start();
  const { dbUrl } = await next.addresses;
  expect(isAlive(left)).toBe(false);
  expect(await queryAt(dbUrl, "select answer from public.kept")).toEqual([{ answer: 42 }]);

  const leftAgain = serverPid();
  await killAllButDatabase(next);
  const reset = runBootstrap(["stack", "reset", "--data", folder]);
  expect([await reset.exitCode, reset.log()]).toEqual([0, `rota: emptied ${folder}.\n`]);
  expect(isAlive(leftAgain)).toBe(false);
  expect(existsSync(join(folder, "postgres"))).toBe(false);
}, 120_000);

/** The server's process of a sleeping session. */
const sessionOf = (server: number) =>
  descendants(server).find(({ args }) => /^postgres: .* SELECT$/.test(args))?.pid;

test("a part of a killed server that has its memory still keeps no later start from it", async () => {
  const killed = start();
  const { dbUrl } = await killed.addresses;
  const server = serverPid();
  const asleep = queryAt(dbUrl, "select pg_sleep(3600)").catch(() => {});
  const session = await vi.waitUntil(() => sessionOf(server), patience);
  // It doesn't notice what happens to the others.
  process.kill(session, "SIGSTOP");
  process.kill(pidOf(killed), "SIGSTOP");
  for (const { pid } of descendants(pidOf(killed)))
    if (pid !== session) process.kill(pid, "SIGKILL");
  process.kill(pidOf(killed), "SIGKILL");
  await vi.waitFor(() => expect(isAlive(server)).toBe(false), patience);
  expect(isAlive(session)).toBe(true);

  const next = start();
  await next.addresses;
  expect(isAlive(session)).toBe(false);
  await asleep;
}, 120_000);
