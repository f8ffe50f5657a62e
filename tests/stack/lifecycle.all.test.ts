import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { mark } from "../../stack/cluster.ts";
import { findPortBase } from "../../stack/ports.ts";
import { isListening, runStack, type StackProcess } from "../support/stack-process.ts";

const PORTS = 20;
const patience = { timeout: 30_000, interval: 100 };

let base = 0;
let folder = "";
const started: StackProcess[] = [];

function start(...args: string[]): StackProcess {
  const process = runStack(["--port-base", String(base), "--no-seed", ...args]);
  started.push(process);
  return process;
}

async function listeningPorts(): Promise<number[]> {
  const ports = Array.from({ length: PORTS }, (_, offset) => base + offset);
  const listening = await Promise.all(ports.map(isListening));
  return ports.filter((_, index) => listening[index]);
}

async function query(dbUrl: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: dbUrl });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  base = await findPortBase(PORTS);
  folder = mkdtempSync(join(tmpdir(), "rota-lifecycle-"));
});

afterEach(async () => {
  for (const { child, exitCode } of started.splice(0)) {
    child.kill("SIGTERM");
    await exitCode;
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

// A stack takes four seconds to start alone on a machine, and these share one.
describe("npm run stack", { timeout: 120_000 }, () => {
  test("starts, stops on a signal without leaving anything behind, and finds its data again", async () => {
    const first = start("--data", folder);
    const addresses = await first.addresses;
    expect(addresses.apiUrl).toBe(`http://127.0.0.1:${base}`);
    expect(addresses.mailUrl).toBe(`http://127.0.0.1:${base + 3}`);
    const headers = { apikey: addresses.publishableKey };
    expect((await fetch(`${addresses.apiUrl}/auth/v1/health`, { headers })).ok).toBe(true);
    await query(addresses.dbUrl, "create table public.kept as select 42 as answer");

    first.child.kill("SIGINT");
    expect(await first.exitCode).toBe(0);
    expect(await listeningPorts()).toEqual([]);
    expect(existsSync(join(folder, "postgres/postmaster.pid"))).toBe(false);

    const second = start("--data", folder);
    const { rows } = await query((await second.addresses).dbUrl, "select answer from public.kept");
    expect(rows).toEqual([{ answer: 42 }]);
  });

  test("refuses a data folder that another one uses, and leaves that one alone", async () => {
    const first = start("--data", folder);
    const { dbUrl } = await first.addresses;
    const second = runStack(["--port-base", String(await findPortBase(PORTS)), "--data", folder]);
    expect(await second.exitCode).toBe(1);
    expect(second.log()).toContain(`the data folder ${folder} is in use by another stack`);
    expect((await query(dbUrl, "select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  test("names a port that is in use, and starts nothing", async () => {
    const other = createServer().listen(base + 3, "127.0.0.1");
    const process = start("--ephemeral");
    expect(await process.exitCode).toBe(1);
    expect(process.log()).toContain(`port ${base + 3} (for the mailbox) is in use`);
    await new Promise((resolve) => other.close(resolve));
    expect(await listeningPorts()).toEqual([]);
  });

  test("refuses the data of another PostgreSQL version, and keeps it", async () => {
    const old = join(folder, "old");
    mkdirSync(join(old, "postgres"), { recursive: true });
    writeFileSync(join(old, "postgres/PG_VERSION"), "15\n");
    mark(join(old, "postgres"));
    const process = start("--data", old);
    expect(await process.exitCode).toBe(1);
    expect(process.log()).toContain("belongs to PostgreSQL 15, and this is PostgreSQL 17");
    expect(readFileSync(join(old, "postgres/PG_VERSION"), "utf8")).toBe("15\n");
    expect(existsSync(join(old, "stack.pid"))).toBe(false);
  });

  test("says what is wrong with an option", async () => {
    const process = runStack(["--port-base", "many"]);
    expect(await process.exitCode).toBe(1);
    expect(process.log()).toContain('--port-base takes a port number from 1 to 65000, not "many"');
  });

  test("leaves no service behind when it is killed itself", async () => {
    const process = start("--ephemeral");
    await process.addresses;
    process.child.kill("SIGKILL");
    await vi.waitFor(async () => expect(await listeningPorts()).toEqual([]), patience);
  });
});
