import {
  createWriteStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BackupHeader, checkBackup, readRows, writeBackup } from "./file.ts";

const header: BackupHeader = {
  format: "rota backup 2",
  at: "2026-11-22T10:00:00.000Z",
  people: 1,
  rows: 3,
  migrations: [{ version: "20261101000100", digest: "d41d8cd98f00b204e9800998ecf8427e" }],
};
const line = (table: string, ...rows: object[]) => JSON.stringify({ table, columns: ["id"], rows });
const rows = [
  line("auth.users", { id: "a\u2028b" }),
  line("public.tasks", { id: "🧹".repeat(100_000) }, { id: "" }),
];

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
  await readRows(file, async ({ line }) => void lines.push(line));
  expect(lines).toEqual(rows);
});

/** Every damage to a file that gzip accepts as complete, or after its end. */
const first = JSON.stringify(header);
const older = JSON.stringify({ ...header, format: "rota backup 1", rows: undefined });
const text = (...lines: string[]) => gzipSync(lines.map((each) => `${each}\n`).join(""));
const whole = text(first, ...rows);

test("the last line belongs to it, and a file of before is held to its accounts", async () => {
  for (const content of [
    whole,
    gzipSync([first, ...rows].join("\n")),
    text(older, ...rows),
    text(older, ...rows.slice(0, 1)),
  ]) {
    writeFileSync(join(folder, "good"), content);
    expect(await checkBackup(join(folder, "good"))).toMatchObject({ people: 1 });
  }
});

test.each<[name: string, content: Buffer, problem: string]>([
  ["nothing", Buffer.alloc(0), "unexpected end of file"],
  ["nothing, packed", gzipSync(""), "it is empty"],
  ["a header alone", text(first), "it has 0 rows, and its first line says 3"],
  ["an older header alone", text(older), "it has 0 people, and its first line says 1"],
  ["a header without its counts", text(first.replace(/,"rows":3/, "")), "its first line is none"],
  [
    "a header of minus one row",
    text(first.replace(/"rows":3/, '"rows":-1')),
    "its first line is none",
  ],
  ["one row too few", text(first, rows[0] ?? ""), "it has 1 rows, and its first line says 3"],
  [
    "one row too many",
    text(first, ...rows, line("x", {})),
    "it has more rows than its first line says",
  ],
  ["another table's rows for the people", text(first, line("x", {}, {}, {})), "it has 0 people"],
  ["a line twice", text(first, ...rows, rows[0] ?? ""), "it has more rows"],
  ["half a line", gzipSync([first, ...rows].join("\n").slice(0, -9)), "a line of it is cut"],
  ["two headers", text(first, first, ...rows), "a line of it has no rows"],
  ["two of them", Buffer.concat([whole, whole]), "a line of it has no rows"],
  ["a line of no rows", text(first, ...rows, line("public.tasks")), "a line of it has no rows"],
  [
    "a line of texts",
    text(first, '{"table":"x","columns":[],"rows":["a"]}'),
    "a line of it has no rows",
  ],
  ["an empty line", text(first, "", ...rows), "a line of it is cut, or no JSON"],
  ["rows alone", text(...rows), "its first line is none of a backup"],
  ["what is no JSON", text("a@example.com"), "a line of it is cut, or no JSON"],
  ["garbage after it", Buffer.concat([whole, Buffer.from("garbage")]), "incorrect header check"],
  ["much garbage", Buffer.concat([whole, Buffer.alloc(1_000_000, 7)]), "incorrect header check"],
  ["zeros after it", Buffer.concat([whole, Buffer.alloc(100)]), "something follows its end"],
  ["its end missing", whole.subarray(0, -1), "unexpected end of file"],
])("%s is refused, and nothing of it is said", async (_, content, problem) => {
  const file = join(folder, "bad");
  writeFileSync(file, content);
  const refusal = await checkBackup(file).catch((error: Error) => error.message);
  expect(refusal).toContain(`${file} is no whole backup of Rota (${problem}`);
  await expect(readRows(file, async () => {})).rejects.toThrow(problem);
});

test("2 GB of rows in 2 MB take no more memory than a line of them", {
  tags: ["all"],
}, async () => {
  const file = join(folder, "bomb");
  const long = line("public.tasks", { id: " ".repeat(50_000_000) });
  async function* lines() {
    yield `${first}\n`;
    for (let n = 0; n < 40; n += 1) yield `${long}\n`;
  }
  await pipeline(lines, createGzip(), createWriteStream(file));
  expect(statSync(file).size).toBeLessThan(3_000_000);
  await expect(checkBackup(file)).rejects.toThrow("it has more rows than its first line says");
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
  // Each time, the failure comes at another moment of opening and writing the file.
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
