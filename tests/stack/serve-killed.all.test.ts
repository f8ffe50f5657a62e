import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findPortBase } from "../../stack/ports.ts";
import { newPerson, rpc } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { stackVariables } from "../support/environment.ts";
import { until } from "../support/eventually.ts";
import { killAll } from "../support/processes.ts";
import {
  addressBehind,
  addressesOf,
  beginServe,
  besideServe,
  rowsOf,
  type ServeProcess,
  signUpBy,
  startServe,
} from "../support/serve-process.ts";
import { runBootstrap } from "../support/stack-process.ts";

/** A self-hosted server that loses all of its processes at once, as in a power cut. */

const WRITERS = 4;
let place = "";
let folder = "";
let port = 0;
let server: ServeProcess;

async function start(): Promise<void> {
  server = await startServe(folder, port);
  const variables = stackVariables(addressesOf(server));
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.stubEnv("ROTA_BEHIND_URL", addressBehind(server));
}

const command = (...words: string[]) => besideServe(server, ...words, "--data", folder);

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), "rota-serve-killed-"));
  folder = join(place, "data");
  port = await findPortBase(1);
  await start();
}, 180_000);

afterAll(async () => {
  vi.unstubAllEnvs();
  server?.child.kill("SIGTERM");
  await server?.exitCode;
  rmSync(place, { recursive: true, force: true });
});

const dayOf = (n: number) => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10);

test("what was acknowledged is there when everything was killed: nothing lost, nothing twice", async () => {
  const people = await Promise.all(Array.from({ length: WRITERS }, () => newPerson("writer")));
  const tasks = await Promise.all(people.map((person) => addTask(person)));
  const acknowledged = tasks.map(() => 0);
  const sent = tasks.map(() => 0);
  let isKilled = false;
  const backup = join(place, "meanwhile.backup");
  const backedUp = command("backup", backup);
  const writers = people.map(async (person, n) => {
    const task_id = tasks[n]?.id;
    while (!isKilled) {
      const completed_date = dayOf(sent[n] ?? 0);
      sent[n] = (sent[n] ?? 0) + 1;
      const answer = await rpc(person, "complete_task", { task_id, completed_date }).catch(
        () => null,
      );
      if (answer?.status !== 200) return;
      acknowledged[n] = (acknowledged[n] ?? 0) + 1;
    }
  });
  await backedUp;
  await vi.waitUntil(() => acknowledged.every((count) => count > 50), { timeout: 60_000 });
  const killed = killAll(server);
  await Promise.all([killed, ...writers]);
  isKilled = true;

  const at = performance.now();
  await start();
  console.info(`served again after ${Math.round(performance.now() - at)} ms`);
  for (const [n, task] of tasks.entries()) {
    // The tests' own connections ended with the server.
    const rows: { day: string; count: number }[] = await rowsOf(
      server,
      `select completed_date::text as day, count(*)::int as count
       from public.task_completions where task_id = $1 group by 1 order by 1`,
      [task.id],
    );
    const days = rows.map(({ day }) => day);
    expect(rows.every(({ count }) => count === 1)).toBe(true);
    expect(days.length).toBeGreaterThanOrEqual(acknowledged[n] ?? 0);
    expect(days.length).toBeLessThanOrEqual(sent[n] ?? 0);
    expect(days).toEqual(days.map((_, index) => dayOf(index)));
  }
  await command("verify", backup);
  // To another machine: a new folder.
  const other = ["--data", join(place, "other")];
  const restored = await besideServe(server, "restore", backup, ...other);
  expect(restored.stderr).toContain("the keys of this folder are new");
  const moved = await startServe(join(place, "other"), await findPortBase(1));
  expect(await command("people")).toMatchObject({
    stdout: expect.stringContaining(people[0]?.email ?? ""),
  });
  moved.child.kill("SIGTERM");
  expect(await moved.exitCode).toBe(0);
}, 240_000);

test("a first start that is killed is begun again, though what it started may still write", async () => {
  const fresh = join(place, "fresh");
  const freePort = await findPortBase(1);
  for (const half of ["unfinished/postgres/base/1", "postgres/postmaster.pid"]) {
    const killed = beginServe(fresh, freePort);
    await until(() => existsSync(join(fresh, half)));
    killed.child.kill("SIGKILL");
    await killed.exitCode;
    const begun = await startServe(fresh, freePort);
    begun.child.kill("SIGTERM");
    await begun.exitCode;
    rmSync(fresh, { recursive: true });
  }
}, 600_000);

test("a verification that is cut short leaves no copy of the data, or until the next start", async () => {
  const file = join(place, "cut-short.backup");
  await command("backup", file);
  const copy = join(folder, "verifying-asked");
  const earlier = mkdtempSync(join(tmpdir(), "rota-verify-"));
  writeFileSync(join(earlier, "rows"), "hashes");
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const cut = runBootstrap(["serve", "verify", file, "--data", folder]);
    await until(() => existsSync(join(copy, "data/postgres/base")));
    cut.child.kill(signal);
    await cut.exitCode;
    expect(existsSync(copy)).toBe(signal === "SIGKILL");
  }
  server.child.kill("SIGTERM");
  await server.exitCode;
  await start();
  expect([copy, earlier].filter((path) => existsSync(path))).toEqual([]);
}, 240_000);

test("a person gets a link for a new password, and an account can be closed", async () => {
  const invite = async (...address: string[]) =>
    (await command("invite", ...address)).stdout.trim();
  const signUp = (link: string, name: string) =>
    signUpBy(link, `${name}@example.com`, server.folder, Number(new URL(server.url).port));
  await signUp(await invite("emma@example.com"), "emma");
  const forOne = await invite();
  const both = await Promise.allSettled([signUp(forOne, "finn"), signUp(forOne, "gina")]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const old = await invite();
  const links = join(server.folder, "sign-up-links");
  const eightDaysAgo = Date.now() / 1_000 - 8 * 86_400;
  for (const name of readdirSync(links)) utimesSync(join(links, name), eightDaysAgo, eightDaysAgo);
  await expect(signUp(old, "hans")).rejects.toThrow(/403/);
  const reset = await command("reset", "emma@example.com");
  expect(reset.stdout).toContain(`${server.url}/reset-password?token_hash=`);
  expect((await command("people")).stdout).toContain("emma@example.com");
  await command("close", "emma@example.com");
  expect((await command("people")).stdout).not.toContain("emma@example.com");
  for (const verb of ["reset", "close"]) {
    await expect(command(verb, "emma@example.com")).rejects.toThrow(/has no account/);
  }
  await expect(command("reset")).rejects.toThrow(/unknown: reset/);
}, 120_000);
