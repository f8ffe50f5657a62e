import {
  createWriteStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BackupHeader, checkBackup, readRows, writeBackup } from "./file.ts";

const header: BackupHeader = {
  format: "rota backup 1",
  at: "2026-11-22T10:00:00.000Z",
  people: 1,
  migrations: [{ version: "20261101000100", digest: "d41d8cd98f00b204e9800998ecf8427e" }],
};
const rows = ['{"rows":["a\u2028b"]}', `{"rows":["${"🧹".repeat(100_000)}"]}`];

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "rota-backup-file-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("what is written is read again, line by line", async () => {
  const file = join(folder, "whole");
  await writeBackup(
    file,
    (async function* () {
      yield* [JSON.stringify(header), ...rows];
    })(),
  );
  expect(await checkBackup(file)).toEqual(header);
  const lines: string[] = [];
  await readRows(file, async (line) => void lines.push(line));
  expect(lines).toEqual(rows);
});

test("a line that never ends is refused as soon as it is too long", async () => {
  const file = join(folder, "endless");
  const zeros = Buffer.alloc(1_000_000, "0");
  const lines = Array.from({ length: 101 }, () => zeros);
  await pipeline(Readable.from(lines), createGzip({ level: 1 }), createWriteStream(file));
  await expect(checkBackup(file)).rejects.toThrow(
    `${file} is no whole backup of Rota (a line of it has more than 100 MB).`,
  );
});

test("a backup that fails half way leaves what was there, and nothing half", async () => {
  const file = join(folder, "old");
  writeFileSync(file, "old");
  const before = readdirSync(folder);
  // Each time the failure meets the file at another moment of being opened and written.
  for (let lines = 0; lines < 100; lines += 1) {
    const failing = writeBackup(
      file,
      (async function* () {
        for (let line = 0; line < lines; line += 1) yield JSON.stringify(header);
        throw new Error("the database is gone");
      })(),
    );
    await expect(failing).rejects.toThrow("the database is gone");
    expect(readFileSync(file, "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(before);
  }
});

test("a folder that does not exist is named", async () => {
  const file = join(folder, "none/backup");
  const writing = writeBackup(file, (async function* () {})());
  await expect(writing).rejects.toThrow(`${file} can't be written`);
  await expect(checkBackup(file)).rejects.toThrow(`there is no file ${file}`);
});
