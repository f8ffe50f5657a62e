import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mark } from "./cluster.ts";
import { openDataFolder, removeThrowAway, resetData, withThrowAway } from "./data-folder.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "data-folder-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const choice = (path: string) => ({ path, remedy: `start over with "empty ${path}"` });
const open = (data: string) => openDataFolder(choice(data), 17);

/** A folder as PostgreSQL leaves it, with the files that are read here. */
function makeCluster(place: string, isOurs: boolean): void {
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "PG_VERSION"), "17\n");
  if (isOurs) mark(place);
}

describe("what no stack made", () => {
  test("is not used, not emptied and not changed", async () => {
    makeCluster(join(folder, "postgres"), false);
    chmodSync(folder, 0o750);
    expect(() => open(folder)).toThrow(`${join(folder, "postgres")} was not made by this program`);
    await expect(resetData(choice(folder))).rejects.toThrow("was not made by this program");
    expect(readdirSync(folder)).toEqual(["postgres"]);
    expect(readFileSync(join(folder, "postgres/PG_VERSION"), "utf8")).toBe("17\n");
    expect(statSync(folder).mode & 0o777).toBe(0o750);
  });

  test("stays beside what a stack makes and deletes in the same folder", async () => {
    writeFileSync(join(folder, "letter.txt"), "Dear Bob");
    chmodSync(folder, 0o750);
    open(folder).release();
    makeCluster(join(folder, "postgres"), true);
    await resetData(choice(folder));
    expect(readdirSync(folder)).toEqual(["letter.txt"]);
    expect(statSync(folder).mode & 0o777).toBe(0o750);
  });
});

describe("data behind a link", () => {
  const place = () => join(folder, "mine/postgres");
  const target = () => join(folder, "elsewhere");
  beforeEach(() => {
    mkdirSync(join(folder, "mine"));
    symlinkSync(target(), place());
  });

  test("is found, also from a folder that was moved, and emptied with its link", async () => {
    makeCluster(target(), true);
    renameSync(join(folder, "mine"), join(folder, "moved"));
    open(join(folder, "moved")).release();
    expect(existsSync(join(target(), "PG_VERSION"))).toBe(true);
    await resetData(choice(join(folder, "moved")));
    expect(readdirSync(folder)).toEqual(["moved"]);
    expect(readdirSync(join(folder, "moved"))).toEqual([]);
  });

  test("that is gone is missed, and nothing is started over without a word", async () => {
    const data = join(folder, "mine");
    expect(() => open(data)).toThrow(
      `the data was moved to ${target()}, which is gone: bring it back, or start over with "empty ${data}".`,
    );
    await resetData(choice(data));
    expect(readdirSync(data)).toEqual([]);
  });

  test("is left alone when no stack made it", async () => {
    makeCluster(target(), false);
    await expect(resetData(choice(join(folder, "mine")))).rejects.toThrow(
      "was not made by this program",
    );
    expect(existsSync(join(target(), "PG_VERSION"))).toBe(true);
  });
});

describe("the lock", () => {
  test("of a running stack holds", async () => {
    const { release } = open(folder);
    expect(() => open(folder)).toThrow(`in use by another stack (process ${process.pid})`);
    await expect(resetData(choice(folder))).rejects.toThrow("in use by another stack");
    release();
    open(folder).release();
  });

  test("of one that is gone does not, though its number is another program's by now", () => {
    writeFileSync(join(folder, "stack.pid"), `${process.pid}\nlong ago`);
    open(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  });
});

test("a lock file of another program's is left alone", async () => {
  const file = join(folder, "stack.pid");
  writeFileSync(file, "a stack of pids");
  expect(() => open(folder)).toThrow(`${file} was not made by this program, and is in its way`);
  await expect(resetData(choice(folder))).rejects.toThrow("was not made by this program");
  expect(readFileSync(file, "utf8")).toBe("a stack of pids");
});

test("a folder that can't be made or written is one sentence with a way out", () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(() => open(join(file, "data"))).toThrow(
    /^the data folder .*file\/data can't be used \(ENOTDIR.*\): mend that, or choose another with --data DIR\.$/,
  );
});

test("a cluster without its version is damaged, and the way out names its folder", () => {
  makeCluster(join(folder, "postgres"), true);
  rmSync(join(folder, "postgres/PG_VERSION"));
  expect(() => open(folder)).toThrow(
    `is damaged (PG_VERSION is missing): bring back a copy of it, or start over with "empty ${folder}".`,
  );
});

describe("data that is thrown away", () => {
  const place = () => join(folder, "throw-away");
  const fill = (path: string) => writeFileSync(join(path, "rows"), "hashes");

  test("goes when the work ends, and when it fails", async () => {
    await withThrowAway(place(), async (path) => {
      fill(path);
      expect(readdirSync(path).sort()).toEqual(["rows", "stack.pid"]);
    });
    expect(existsSync(place())).toBe(false);
    const failed = withThrowAway(place(), async (path) => {
      fill(path);
      throw new Error("cut short");
    });
    await expect(failed).rejects.toThrow("cut short");
    expect(existsSync(place())).toBe(false);
  });

  test("of a program that was killed goes with the next one", async () => {
    mkdirSync(place());
    fill(place());
    // The process with this number has ended.
    writeFileSync(join(place(), "stack.pid"), `${2 ** 22 + 1}\n1`);
    await withThrowAway(place(), async (path) => expect(readdirSync(path)).toEqual(["stack.pid"]));
    mkdirSync(place());
    fill(place());
    await removeThrowAway(place());
    expect(existsSync(place())).toBe(false);
  });

  test("is nobody else's while somebody works in it", async () => {
    await withThrowAway(place(), async (path) => {
      fill(path);
      await expect(withThrowAway(path, async () => {})).rejects.toThrow("is in use by another");
      await expect(removeThrowAway(path)).rejects.toThrow("is in use by another");
      expect(existsSync(join(path, "rows"))).toBe(true);
    });
  });

  test("leaves no listener behind, and takes none away", async () => {
    const counts = () => ["exit", "SIGINT", "SIGTERM"].map((name) => process.listenerCount(name));
    const before = counts();
    await withThrowAway(place(), async () => {});
    expect(counts()).toEqual(before);
  });
});
