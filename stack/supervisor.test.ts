import { createServer } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findPortBase, requireFreePorts } from "./ports.ts";
import { type Service, Supervisor } from "./supervisor.ts";

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

test("a service waits for its predecessor to give the port back", async () => {
  const predecessor = createServer().listen(port, "127.0.0.1");
  const listen = `listen(${port}, "127.0.0.1", () => console.error("listening"))`;
  const start = supervisor.start(service(`require("node:net").createServer().${listen}`));
  // One that takes its time, as PostgreSQL does with its last checkpoint.
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
