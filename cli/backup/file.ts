import { createReadStream, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { StackError } from "embedded-supabase";
import * as v from "valibot";

/**
 * A backup is gzip of lines of JSON: a header, then lines with rows of one table each. gzip's checksum and
 * length reveal damage, and the header's counts reveal missing lines.
 */

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const entries = {
  /** when the backup was made: ISO 8601 in UTC */
  at: v.string(),
  people: count,
  /** the applied migrations in order, each with the MD5 of its statements */
  migrations: v.array(v.object({ version: v.string(), digest: v.string() })),
};

const headerSchema = v.variant("format", [
  v.object({ format: v.literal("rota backup 2"), ...entries, rows: count }),
  // Until 2.0.0; it only says the number of accounts, not of rows.
  v.object({ format: v.literal("rota backup 1"), ...entries }),
]);

export type BackupHeader = v.InferOutput<typeof headerSchema>;

const rowsSchema = v.object({
  table: v.string(),
  columns: v.array(v.string()),
  rows: v.pipe(v.array(v.record(v.string(), v.unknown())), v.minLength(1)),
});

export interface BackupRows {
  /** with its schema */
  readonly table: string;
  readonly columns: readonly string[];
  readonly count: number;
  /** the line itself, with the rows in `rows`: JavaScript's numbers are less exact than the database's */
  readonly line: string;
}

/** Receives the rows of a backup, some of one table at a time. */
export type TakeRows = (rows: BackupRows) => Promise<void>;

/** @throws StackError if the line has no rows; without quoting it, as it may contain anything */
export function parseRows(line: string): BackupRows {
  const { output, success } = v.safeParse(rowsSchema, parseJson(line));
  if (!success) throw new StackError("a line of it has no rows");
  return { table: output.table, columns: output.columns, count: output.rows.length, line };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new StackError("a line of it is cut, or no JSON");
  }
}

function parseHeader(line: string): BackupHeader {
  const { output, success } = v.safeParse(headerSchema, parseJson(line));
  if (!success) throw new StackError("its first line is none of a backup");
  return output;
}

/** @throws StackError if the number of rows or accounts differs from the header's */
function requireCounts(header: BackupHeader, rows: number, people: number): void {
  if (header.format === "rota backup 2" && rows !== header.rows) {
    throw new StackError(`it has ${rows} rows, and its first line says ${header.rows}`);
  }
  if (people !== header.people) {
    throw new StackError(`it has ${people} people, and its first line says ${header.people}`);
  }
}

/**
 * Writes a backup so that FILE exists complete or not at all. Only its owner may read it, as it contains
 * password hashes.
 */
export async function writeBackup(file: string, lines: AsyncIterable<string>): Promise<void> {
  const partial = `${file}.part`;
  rmSync(partial, { force: true });
  async function* text() {
    for await (const line of lines) yield `${line}\n`;
  }
  try {
    const output = await open(partial, "wx", 0o600);
    try {
      await pipeline(text, createGzip(), (chunks: AsyncIterable<Buffer>) =>
        writeFile(output, chunks),
      );
      await output.sync();
    } finally {
      // Waits for pending writes, so that the file can be removed or renamed.
      await output.close();
    }
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new StackError(`${file} can't be written: ${(error as Error).message}`);
  }
}

/** In characters; ours are shorter. A small file can unpack to a line without end. */
const LONGEST_LINE = 100_000_000;

/** Splits only at \n, unlike node:readline, which also splits at U+2028. The last line needs no line break. */
async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const [first = "", ...others] = chunk.split("\n");
    parts.push(first);
    length += first.length;
    if (length > LONGEST_LINE) throw new StackError("a line of it has more than 100 MB");
    for (const line of others) {
      yield parts.join("");
      parts = [line];
      length = line.length;
    }
  }
  if (length > 0) yield parts.join("");
}

/** Reads a backup and resolves to its header. Rejects if the file is incomplete. */
async function readLines(file: string, takeRows: TakeRows): Promise<BackupHeader> {
  const unpacked = createGunzip();
  let header: BackupHeader | undefined;
  let failure: unknown;
  const read = async (chunks: AsyncIterable<string>) => {
    let [rows, people] = [0, 0];
    for await (const line of splitLines(chunks)) {
      if (!header) {
        header = parseHeader(line);
        continue;
      }
      const given = parseRows(line);
      rows += given.count;
      // Checked before reading on: a small file can also unpack to lines without end.
      if (header.format === "rota backup 2" && rows > header.rows) {
        throw new StackError("it has more rows than its first line says");
      }
      if (given.table === "auth.users") people += given.count;
      await takeRows(given);
    }
    if (!header) throw new StackError("it is empty");
    // gzip stops at its end and ignores what follows.
    if (unpacked.bytesWritten !== statSync(file).size) {
      throw new StackError("something follows its end");
    }
    requireCounts(header, rows, people);
  };
  await pipeline(
    createReadStream(file),
    unpacked.setEncoding("utf8"),
    (chunks: AsyncIterable<string>) =>
      read(chunks).catch((error) => {
        failure = error;
      }),
  ).catch((error) => {
    // That the reading was aborted doesn't explain why.
    failure ??= error;
  });
  if (failure || !header) throw failure;
  return header;
}

/**
 * Reads a backup to its end without using it.
 * @throws StackError if it is missing, damaged, incomplete or no backup of Rota
 */
export async function checkBackup(file: string): Promise<BackupHeader> {
  if (!existsSync(file)) throw new StackError(`there is no file ${file}.`);
  try {
    return await readLines(file, async () => {});
  } catch (error) {
    throw new StackError(`${file} is no whole backup of Rota (${(error as Error).message}).`);
  }
}

/** Passes on the rows of a backup that was checked before. */
export async function readRows(file: string, takeRows: TakeRows): Promise<void> {
  await readLines(file, takeRows);
}
