import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { holdFolder } from "embedded-supabase/tools";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runServe } from "./main.ts";
import { makeSecrets, SERVE_LOCK } from "./secrets.ts";

/** Problems that stop a start before it begins. */

let path = "";
let listen = "";
beforeEach(async () => {
  // A free port that needs no root: anybody may run the suite.
  const free = createServer();
  await once(free.listen(0, "127.0.0.1"), "listening");
  listen = `127.0.0.1:${(free.address() as AddressInfo).port}`;
  await new Promise((closed) => free.close(closed));
  path = join(mkdtempSync(join(tmpdir(), "rota-serve-")), "data");
  vi.stubEnv("PUBLIC_URL", "http://localhost:1");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(join(path, ".."), { recursive: true });
});
const start = () => runServe(["--data", path, "--listen", listen], () => {});

test("of two that start at once on a new folder, one ends with a sentence, and has made nothing", async () => {
  const release = holdFolder(path, SERVE_LOCK);
  await expect(start()).rejects.toThrow(`the data folder ${path} is in use by another stack`);
  expect(readdirSync(path)).toEqual([SERVE_LOCK]);
  release();
});

test("a port that is taken is named, and nothing is made", async () => {
  const other = createServer();
  await once(other.listen(0, "127.0.0.1"), "listening");
  const { port } = other.address() as AddressInfo;
  const listen = `127.0.0.1:${port}`;
  await expect(runServe(["--data", path, "--listen", listen], () => {})).rejects.toThrow(
    new RegExp(`port ${port} .*is in use: .*--listen HOST:PORT`),
  );
  expect(existsSync(path)).toBe(false);
  other.close();
});

test("an address that this machine doesn't have is named before anything is made", async () => {
  const start = runServe(["--data", path, "--listen", "192.0.2.1:8080"], () => {});
  await expect(start).rejects.toThrow(/^192\.0\.2\.1 is no address of this machine: name one/);
  expect(existsSync(path)).toBe(false);
});

test.each([["nowhere.backup"], [join(import.meta.dirname, "serve.ts")]])(
  "restoring %s into a new folder, which can't be done, leaves nothing behind",
  async (file) => {
    await expect(runServe(["restore", file, "--data", path], () => {})).rejects.toThrow(file);
    expect(existsSync(path)).toBe(false);
    // An existing empty folder stays.
    mkdirSync(path);
    await expect(runServe(["restore", file, "--data", path], () => {})).rejects.toThrow(file);
    expect(readdirSync(path)).toEqual([]);
  },
);

test.each([["--help"], ["--version"], ["invite", "--help"], ["backup", "--version"]])(
  "%s is answered, whatever there is",
  async (...args) => {
    const said = vi.spyOn(console, "log").mockImplementation(() => {});
    vi.stubEnv("PUBLIC_URL", "nonsense");
    expect(await runServe([...args, "--data", path], () => {})).toBe(0);
    expect(said).toHaveBeenCalledWith(
      expect.stringMatching(args.includes("--help") ? /^Usage:[\s\S]*invite/ : /^\d+\.\d+\.\d+$/),
    );
    said.mockRestore();
  },
);

test("what can't be served is kept: the sentence names the backup to restore, and where", async () => {
  makeSecrets(path);
  mkdirSync(join(path, "postgres"));
  mkdirSync(join(path, "backups"));
  writeFileSync(join(path, "postgres/PG_VERSION"), "17");
  const later = { version: "9.0.0", migration: "29990101000000_later.sql" };
  writeFileSync(join(path, "served-by.json"), JSON.stringify(later));
  await expect(start()).rejects.toThrow(`begin with another folder (`);
  const backup = join(path, "backups/rota-2026-11-26.backup");
  writeFileSync(backup, "");
  await expect(start()).rejects.toThrow(
    new RegExp(
      `restore the last backup into another folder .*restore ${backup} .*--data ${path}-restored`,
    ),
  );
  expect(readdirSync(path).sort()).toEqual([
    ...["backups", "postgres", "secrets.json", "served-by.json"],
  ]);
});
