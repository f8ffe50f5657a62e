import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { nodeProcess } from "../services/node-process.ts";
import { realtimeTestBed } from "./support/realtime-fixture.ts";
import { openRawSocket } from "./support/realtime-raw-socket.ts";
import { freePort, healthyOn, keys } from "./support/realtime-server.ts";

const bed = realtimeTestBed();

async function startProcess(environment: Record<string, string> = {}) {
  const port = await freePort();
  const { command, args, cwd } = await nodeProcess("realtime/main", {});
  const child = spawn(command, args, {
    cwd,
    stdio: "pipe",
    env: {
      PATH: process.env.PATH,
      REALTIME_PORT: String(port),
      REALTIME_DB_URL: bed.superuserUrl,
      JWT_SECRET: keys.jwtSecret,
      PUBLISHABLE_KEY: keys.publishableKey,
      SECRET_KEY: keys.secretKey,
      ...environment,
    },
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output.stderr += chunk;
  });
  return { child, port, output, exited: once(child, "exit") };
}

describe("the Realtime process", () => {
  test.each<[string, (child: ChildProcess) => void]>([
    ["SIGTERM", (child) => child.kill("SIGTERM")],
    ["SIGINT", (child) => child.kill("SIGINT")],
    ["the end of its standard input", (child) => child.stdin?.end()],
  ])("ends at %s: clients see 1012, nothing was printed on standard output", async (_, end) => {
    const { child, port, output, exited } = await startProcess();
    await healthyOn(port);
    const socket = await openRawSocket(port);
    end(child);
    expect(await socket.closed).toBe(1012);
    expect(await exited).toEqual([0, null]);
    expect(output.stdout).toBe("");
    expect(output.stderr).toContain(`realtime: listening on port ${port}`);
  });

  test("says what is wrong when its port is taken or a setting is missing", async () => {
    const taken = await startProcess({ REALTIME_PORT: String(bed.port) });
    expect((await taken.exited)[0]).toBe(1);
    expect(taken.output.stderr).toContain("EADDRINUSE");
    const incomplete = await startProcess({ JWT_SECRET: "" });
    expect((await incomplete.exited)[0]).toBe(2);
    expect(incomplete.output.stderr).toContain("JWT_SECRET is not set");
  });
});
