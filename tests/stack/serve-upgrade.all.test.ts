import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { rootFolder } from "../../cli/project.ts";
import { findPortBase } from "../../stack/ports.ts";
import { withClient } from "../../stack/services/platform.ts";
import { completeClone } from "../support/checkout.ts";
import { until } from "../support/eventually.ts";
import { killAll } from "../support/processes.ts";
import { randomFrom } from "../support/random.ts";
import {
  addressesOf,
  beginServe,
  type ServeProcess,
  startServe,
  untilServing,
} from "../support/serve-process.ts";

/** Killed upgrades: afterwards the old version serves the old data, or the new one the new. */

const FIRST = "alter table public.task_day_notes rename to renamed_notes;";
const KILLS = 20;
let place = "";
/** The data from before, and working copies. */
let [before, folder, clone] = ["", "", ""];
let port = 0;
let server: ServeProcess | undefined;

const write = (second: string) => {
  const migrations = join(clone, "supabase/migrations");
  writeFileSync(join(migrations, "29990101000000_first.sql"), FIRST);
  writeFileSync(join(migrations, "29990101000001_second.sql"), second);
};
const upgrade = () => {
  server = beginServe(folder, port, {}, clone);
  return server;
};

async function stop(): Promise<void> {
  server?.child.kill("SIGTERM");
  await server?.exitCode;
  server = undefined;
}

const ask = async (of: ServeProcess, sql: string) =>
  withClient(addressesOf(of).dbUrl, (client) => client.query(sql));

/** The table's name so far. */
async function tableOf(of: ServeProcess): Promise<string> {
  const { rows } = await ask(
    of,
    "select relname from pg_class where relname in ('task_day_notes', 'renamed_notes') and relkind = 'r'",
  );
  return rows.map(({ relname }) => relname).join();
}

async function expectOldServes(): Promise<void> {
  server = await startServe(folder, port);
  expect(await tableOf(server)).toBe("task_day_notes");
  await stop();
}

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), "rota-serve-upgrade-"));
  execFileSync("chmod", ["711", place]);
  [before, folder, clone] = ["before", "data", "clone"].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  execFileSync("git", ["clone", "-q", rootFolder, clone]);
  completeClone(clone);
  port = await findPortBase(1);
  server = await startServe(before, port);
  await stop();
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

const takeData = () => execFileSync("cp", ["-a", before, folder]);

/** Moves the database's folder to another place, like another disk. */
function moveDatabase(): void {
  rmSync(join(place, "elsewhere"), { recursive: true, force: true });
  renameSync(join(folder, "postgres"), join(place, "elsewhere"));
  symlinkSync(join(place, "elsewhere"), join(folder, "postgres"));
}

/** @returns its output */
async function expectTakenBack(): Promise<string> {
  write("select no_such_function();");
  const failed = upgrade();
  expect(await failed.exitCode).toBe(1);
  expect(failed.log()).toMatch(/no_such_function/);
  expect(failed.log()).toMatch(/again what it was: version \S+ serves it as before/);
  await expectOldServes();
  return failed.log();
}

test("one that fails leaves the data as it was, and says so", async () => {
  takeData();
  await expectTakenBack();
});

test("one whose second migration is killed, and fails the next time, behind a link", async () => {
  takeData();
  moveDatabase();
  write("select pg_sleep(3600);");
  const killed = upgrade();
  const sleeping =
    "select from pg_stat_activity where query like '%pg_sleep(3600)%' and pid <> pg_backend_pid()";
  await until(async () => (await ask(killed, sleeping).catch(() => null))?.rowCount);
  await killAll(killed);
  expect(await expectTakenBack()).toContain("the last upgrade did not come to its end");
});

test("one that is killed at any moment, twice in a row: the old serves the old, the new the new", async () => {
  const random = randomFrom(Number(process.env.ROTA_SEED));
  for (let kill = 0; kill < KILLS; kill += 1) {
    takeData();
    if (kill % 2 === 1) moveDatabase();
    write("select pg_sleep(0.5);");
    for (const _ of ["once", "twice"]) {
      const killed = upgrade();
      await Promise.race([untilServing(killed), pause(1_000 + random(12_000))]);
      await killAll(killed);
    }
    const old = beginServe(folder, port);
    server = old;
    const isOld = await untilServing(old).then(
      () => true,
      () => false,
    );
    if (isOld) {
      expect(await tableOf(old)).toBe("task_day_notes");
      await stop();
      if (kill % 4 > 1) await expectTakenBack();
      write("select pg_sleep(0.5);");
    } else {
      expect(old.log()).toMatch(/was served by version \S+, which is later/);
    }
    expect(await tableOf(await untilServing(upgrade()))).toBe("renamed_notes");
    await stop();
    rmSync(folder, { recursive: true });
  }
});

test("one that has no room for a copy is not begun", {
  skip: process.getuid?.() !== 0,
}, async () => {
  const disk = join(place, "disk");
  execFileSync("mkdir", [disk]);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=140m,mode=711", "tmpfs", disk]);
  try {
    cpSync(before, join(disk, "data"), { recursive: true, preserveTimestamps: true });
    folder = join(disk, "data");
    execFileSync("sh", ["-c", `fallocate -l 200M ${disk}/full || true`]);
    write("select pg_sleep(0.5);");
    const refused = upgrade();
    expect(await refused.exitCode).toBe(1);
    expect(refused.log()).toContain("the upgrade was not begun, and the data is as it was");
    rmSync(join(disk, "full"), { force: true });
    await expectOldServes();
  } finally {
    await stop();
    execFileSync("umount", [disk]);
    folder = join(place, "data");
  }
});
