import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startOf } from "../../stack/processes.ts";
import { rootFolder } from "../project.ts";
import { copyIn, makeCopy } from "./data-copy.ts";
import { beginUpgrade } from "./upgrade.ts";

/** A killed upgrade, as a later start finds it; the "database" is files that no server reads. */

/** A disk that stores something other than what is written. */
const disk = vi.hoisted(() => ({ isBroken: false }));
vi.mock("node:fs", async (load) => {
  const fs = await load<typeof import("node:fs")>();
  const cpSync: typeof fs.cpSync = (from, to, options) => {
    fs.cpSync(from, to, options);
    if (disk.isBroken) fs.appendFileSync(join(String(to), "base/1"), "!");
  };
  return { ...fs, cpSync };
});

const LATEST = readdirSync(join(rootFolder, "supabase/migrations")).sort().at(-1) as string;
const OLDER = "20200101000000_older.sql";
let place = "";
let path = "";
let lines: string[] = [];

const data = (name = "") => join(path, "postgres", name);
const log = (line: string) => void lines.push(line);
const begin = () => beginUpgrade({ path, remedy: "the way back" }, log);
const readBy = (migration: string) =>
  writeFileSync(join(path, "served-by.json"), JSON.stringify({ version: "1.0.0", migration }));

/** Imitates a half-applied migration. */
function changeData(): void {
  writeFileSync(data("base/1"), "half of the new");
  writeFileSync(data("base/2"), "new");
}

function expectOldData(): void {
  expect(readFileSync(data("base/1"), "utf8")).toBe("old");
  expect(readdirSync(data("base"))).toEqual(["1"]);
}

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "rota-upgrade-"));
  path = join(place, "data");
  lines = [];
  mkdirSync(data("base"), { recursive: true });
  writeFileSync(data("PG_VERSION"), "17");
  writeFileSync(data("base/1"), "old");
  readBy(OLDER);
});
afterEach(() => {
  disk.isBroken = false;
  rmSync(place, { recursive: true });
});

test("one that died is begun again from the data of before, and its copy is never replaced", async () => {
  makeCopy(path, { version: "1.0.0", to: LATEST });
  changeData();
  const first = await begin();
  expectOldData();
  expect(lines).toEqual([expect.stringContaining("putting the data back")]);
  // It is killed once more.
  changeData();
  expect(first).toBeDefined();
  const second = await begin();
  expectOldData();
  changeData();
  expect(second?.takeBack()).toContain("again what it was: version 1.0.0");
  expectOldData();
  expect(existsSync(copyIn(path))).toBe(false);
});

test("the version before puts its data back, too, and serves it", async () => {
  makeCopy(path, { version: "1.0.0", to: "29990101000000_later.sql" });
  changeData();
  readBy(LATEST);
  expect(await begin()).toBeUndefined();
  expectOldData();
  expect(existsSync(copyIn(path))).toBe(false);
});

test("one that came to its end is not taken back, though its copy is still there", async () => {
  makeCopy(path, { version: "1.0.0", to: LATEST });
  const upgrade = await begin();
  changeData();
  upgrade?.serves();
  expect(await begin()).toBeUndefined();
  expect(readFileSync(data("base/2"), "utf8")).toBe("new");
  expect(readdirSync(path).sort()).toEqual(["postgres", "served-by.json"]);
});

test("a copy that was not finished is none", async () => {
  mkdirSync(`${copyIn(path)}.unfinished`);
  readBy(LATEST);
  expect(await begin()).toBeUndefined();
  expectOldData();
});

test("data behind a link is copied, and put back where it is", async () => {
  const elsewhere = join(place, "elsewhere");
  mkdirSync(join(elsewhere, "base"), { recursive: true });
  writeFileSync(join(elsewhere, "PG_VERSION"), "17");
  writeFileSync(join(elsewhere, "base/1"), "old");
  rmSync(data(), { recursive: true });
  symlinkSync(elsewhere, join(path, "postgres"));
  makeCopy(path, { version: "1.0.0", to: LATEST });
  changeData();
  const upgrade = await begin();
  expectOldData();
  changeData();
  upgrade?.takeBack();
  expectOldData();
  expect(readdirSync(elsewhere).sort()).toEqual(["PG_VERSION", "base"]);
});

test("what could not be put back is not said to be", async () => {
  makeCopy(path, { version: "1.0.0", to: LATEST });
  const upgrade = await begin();
  rmSync(join(copyIn(path), "postgres"), { recursive: true });
  const said = upgrade?.takeBack();
  expect(said).toContain("could not be put back");
  expect(said).toContain(copyIn(path));
  expectOldData();
});

test("what came back otherwise is not said to be what it was", async () => {
  makeCopy(path, { version: "1.0.0", to: LATEST });
  const upgrade = await begin();
  disk.isBroken = true;
  expect(upgrade?.takeBack()).toContain("could not be put back");
});

test("a folder on which a server runs is left alone", async () => {
  writeFileSync(join(path, "stack.pid"), `${process.pid}\n${startOf(process.pid) ?? ""}`);
  makeCopy(path, { version: "1.0.0", to: LATEST });
  changeData();
  await expect(begin()).rejects.toThrow(/is in use by another stack/);
  expect(readFileSync(data("base/2"), "utf8")).toBe("new");
});

test("the data of a later version is refused with the way back", async () => {
  readBy("29990101000000_later.sql");
  await expect(begin()).rejects.toThrow(/later than this one.*the way back/);
});
