import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findPortBase, requireFreePorts } from "./ports.ts";
import { type Service, Supervisor } from "./supervisor.ts";

const patience = { timeout: 20_000, interval: 50 };
const log: string[] = [];
let supervisor: Supervisor;
let port = 0;
beforeEach(async () => {
  log.length = 0;
  supervisor = new Supervisor(
    (line) => log.push(line),
    (error) => log.push(error.message),
  );
  port = await findPortBase(1);
});
afterEach(() => supervisor.stop());

/** A service that runs a line of JavaScript. */
const service = (script: string, more: Partial<Service> = {}): Service => ({
  name: "bell",
  command: process.execPath,
  args: ["-e", script],
  stopSignal: "SIGTERM",
  ports: { bell: port },
  says: /listening/,
  isReady: async () => true,
  ...more,
});

test("an answer is not enough: it may be another program's", async () => {
  const stranger = service("setTimeout(() => { throw new Error('no place left') }, 500)");
  await expect(supervisor.start(stranger)).rejects.toThrow(
    "the bell did not start (no place left): with STACK_VERBOSE=1 you see all that it says.",
  );
});

test("a start that is stopped ends at once, and leaves no process", async () => {
  const silent = service(`require("node:net").createServer().listen(${port}, "127.0.0.1")`);
  const outcome = expect(supervisor.start(silent)).rejects.toThrow("stopped.");
  await vi.waitFor(
    () => expect(requireFreePorts({ bell: port })).rejects.toThrow("in use"),
    10_000,
  );
  await supervisor.stop();
  await outcome;
  await requireFreePorts({ bell: port });
});

test("a service that is not told to stop ends with its input", async () => {
  const { stopSignal: _, ...untold } = service(
    'console.log("listening"); process.stdin.on("end", () => process.exit()).resume()',
  );
  await supervisor.start({ ...untold, ports: {} });
  await expect(supervisor.stop()).resolves.toBeUndefined();
});

test("a program that isn't there is told of, and doesn't keep the others from stopping", async () => {
  const { stopSignal: _, ...missing } = service("", { command: "/none" });
  await expect(supervisor.start(missing)).rejects.toThrow("ENOENT");
  await expect(supervisor.stop()).resolves.toBeUndefined();
});

test("a service waits for its predecessor to give the port back", async () => {
  const predecessor = createServer().listen(port, "127.0.0.1");
  const listen = `listen(${port}, "127.0.0.1", () => console.error("listening"))`;
  const start = supervisor.start(service(`require("node:net").createServer().${listen}`));
  // Slow to stop, like PostgreSQL during its last checkpoint.
  setTimeout(() => predecessor.close(), 1_500);
  await expect(start).resolves.toBeUndefined();
});

test("a full disk is said, once, and is the advice when nothing starts", async () => {
  const line = "console.error('could not write: No space left on device')";
  const full = service(`${line}; ${line}; process.exit(1)`);
  await expect(supervisor.start(full)).rejects.toThrow(
    "make room on the disk and run the command again.",
  );
  expect(log).toEqual(["the disk is full, so nothing more can be saved (bell): make room on it."]);
});

const runs = 'console.error("listening"); setInterval(() => {}, 1_000)';

/** A service that runs once, and then ends as soon as it starts, while a file exists. */
const failing = (file: string, more: Partial<Service> = {}) =>
  service(
    `if (fs.existsSync(${JSON.stringify(file)})) { console.error("no clapper"); process.exit(1); }
     console.error("listening");
     setInterval(() => { if (fs.existsSync(${JSON.stringify(file)})) process.exit(1) }, 10)`,
    { ports: {}, ...more },
  );

test("a service that hangs is started again", async () => {
  supervisor = new Supervisor(
    (line) => log.push(line),
    () => {},
    { lookMs: 50 },
  );
  const starts: number[] = [];
  await supervisor.start(
    service(runs, {
      ports: {},
      prepare: async () => void starts.push(Date.now()),
      // The first one answers when it starts, and never again.
      isReady: async () => starts.length > 1 || !log.includes("asked"),
    }),
  );
  log.push("asked");
  await vi.waitUntil(() => log.includes("bell is back."), patience);
  expect(log).toContain("bell does not answer any more.");
  expect(starts).toHaveLength(2);
});

describe("a service that keeps ending", () => {
  let folder = "";
  let file = "";
  const pauses: number[] = [];
  let broken: Error | undefined;
  /** Blocks the restart of a service until it returns true. */
  let until = () => true;
  const options = {
    pause: async (milliseconds: number) => {
      pauses.push(milliseconds);
      await vi.waitUntil(until, patience);
    },
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "embedded-supabase-supervisor-"));
    file = join(folder, "broken");
    pauses.length = 0;
    broken = undefined;
    until = () => true;
    supervisor = new Supervisor(
      (line) => log.push(line),
      (error) => {
        broken = error;
      },
      options,
    );
  });
  afterEach(async () => {
    await supervisor.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("is tried again with longer and longer pauses, until it runs; the others go on", async () => {
    const tower = service(runs, { name: "tower", ports: {}, isEssential: true });
    await supervisor.start(tower);
    await supervisor.start(failing(file));
    writeFileSync(file, "");
    await vi.waitUntil(() => pauses.length >= 9, patience);
    expect(pauses.slice(0, 9)).toEqual([
      ...[300, 600, 1_200, 2_400, 4_800, 9_600, 19_200, 30_000, 30_000],
    ]);
    expect(log).toContain("bell ended unexpectedly (no clapper); starting it again in 30 s.");
    expect(broken).toBeUndefined();
    rmSync(file);
    await vi.waitUntil(() => log.includes("bell is back."), patience);
    expect(log.filter((line) => line.startsWith("tower"))).toEqual([]);
  });

  test("breaks the stack when nothing works without it", async () => {
    await supervisor.start(failing(file, { isEssential: true }));
    writeFileSync(file, "");
    await vi.waitUntil(() => broken, patience);
    expect(broken?.message).toBe(
      "the bell keeps ending (no clapper): stop the stack and start it again.",
    );
    expect(pauses).toEqual([300, 600, 1_200, 2_400, 4_800]);
  });

  test("is tried for ever where nobody else would start the stack again, which is said once", async () => {
    supervisor = new Supervisor(
      (line) => log.push(line),
      (error) => {
        broken = error;
      },
      { ...options, keepsTrying: true },
    );
    await supervisor.start(failing(file, { isEssential: true }));
    writeFileSync(file, "");
    await vi.waitUntil(() => pauses.length >= 8, patience);
    rmSync(file);
    await vi.waitUntil(() => log.includes("bell is back."), patience);
    expect(broken).toBeUndefined();
    expect(log.filter((line) => line.includes("keeps ending"))).toHaveLength(1);
  });

  test("has its own count: six that end at once break nothing", async () => {
    const names = ["do", "re", "mi", "fa", "so", "la"];
    for (const name of names) await supervisor.start(failing(file, { name, isEssential: true }));
    until = () => !existsSync(file);
    writeFileSync(file, "");
    await vi.waitUntil(() => pauses.length === names.length, patience);
    rmSync(file);
    await vi.waitUntil(() => names.every((name) => log.includes(`${name} is back.`)), patience);
    expect(broken).toBeUndefined();
  });
});
