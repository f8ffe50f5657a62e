import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTroubles, Troubles } from "embedded-supabase/tools";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepBackups, lastVerified, type Steps } from "./backups.ts";

/** A server's nights, with fake timers. */

const TEN_MINUTES = 10 * 60_000;
const DAY = 24 * 60 * 60_000;
let path = "";
let lines: string[] = [];
let verified: string[] = [];
let failure: { backUp?: string; verify?: string } = {};
let end = () => {};

const steps: Steps = {
  backUp: async (folder, name) => {
    if (failure.backUp) throw new Error(failure.backUp);
    const file = join(folder.path, "backups", name);
    writeFileSync(file, "");
    return file;
  },
  verify: async (file) => {
    if (failure.verify) throw new Error(failure.verify);
    verified.push(file.slice(-"2026-11-25.backup".length));
  },
};

function begin(): void {
  const log = (line: string) => void lines.push(line);
  const troubles = new Troubles(join(path, "troubles"), log);
  end = keepBackups({ path, remedy: "" }, troubles, log, steps);
}

beforeEach(() => {
  vi.useFakeTimers({
    now: new Date(2026, 10, 25, 12),
    toFake: ["Date", "setInterval", "clearInterval"],
  });
  path = mkdtempSync(join(tmpdir(), "rota-nights-"));
  mkdirSync(join(path, "backups"));
  [lines, verified, failure] = [[], [], {}];
});
afterEach(() => {
  end();
  vi.useRealTimers();
  rmSync(path, { recursive: true });
});

/** Lets this time pass, running every look to its end. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += TEN_MINUTES) {
    vi.advanceTimersByTime(TEN_MINUTES);
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }
}

test("each day has a backup, and each week one is verified, the first at once", async () => {
  begin();
  await pass(8 * DAY);
  expect(readdirSync(join(path, "backups"))).toContain("rota-2026-12-03.backup");
  expect(verified).toEqual(["2026-11-25.backup", "2026-12-02.backup"]);
  expect(lines).toEqual([]);
});

test("a backup that fails is said once, and once that it is over", async () => {
  failure = { backUp: "the disk is full" };
  begin();
  await pass(DAY);
  expect(lines).toEqual(["trouble: backup (the disk is full)"]);
  failure = {};
  await pass(TEN_MINUTES);
  expect(lines.slice(1)).toEqual([expect.stringMatching(/^trouble is over: backup/)]);
});

test("one that a stop ends in the middle is no trouble", async () => {
  failure = { backUp: "the database is gone" };
  begin();
  end();
  await pass(TEN_MINUTES);
  expect(lines).toEqual([]);
});

test("a verification that did not run is made up for, and one that fails is tried daily", async () => {
  const missed = join(path, "backups/rota-2026-11-25.backup");
  writeFileSync(missed, "");
  const before = { file: "rota-2026-11-10.backup", at: Date.now() - 15 * DAY };
  writeFileSync(join(path, "verified.json"), JSON.stringify(before));
  failure = { verify: "it is damaged" };
  begin();
  await pass(TEN_MINUTES);
  expect(readTroubles(join(path, "troubles"))).toMatchObject([
    { what: "verifying a backup", reason: "it is damaged" },
  ]);
  failure = {};
  await pass(2 * TEN_MINUTES);
  expect(verified).toEqual([]);
  await pass(DAY);
  expect(verified).toEqual(["2026-11-26.backup"]);
  expect(lastVerified({ path, remedy: "" })?.file).toBe("rota-2026-11-26.backup");
  expect(readTroubles(join(path, "troubles"))).toEqual([]);
});
