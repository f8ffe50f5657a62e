import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { commandLine, isAlive, isGoneWithin, startOf } from "./processes.ts";

test("a process is told by its command line and its start while it runs, and is gone afterwards", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", "a word"]);
  await once(child, "spawn");
  const pid = Number(child.pid);
  expect(isAlive(pid)).toBe(true);
  expect(commandLine(pid)).toContain("setInterval(() => {}, 1000) a word");
  expect(startOf(pid)).toBe(startOf(pid));
  expect(startOf(pid)).not.toBe(startOf(process.pid));
  expect(await isGoneWithin(pid, 0)).toBe(false);
  child.kill("SIGKILL");
  expect(await isGoneWithin(pid, 60_000)).toBe(true);
  expect(isAlive(pid)).toBe(false);
});
