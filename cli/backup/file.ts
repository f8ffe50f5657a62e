import { createReadStream, existsSync, renameSync, rmSync } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { StackError } from "embedded-supabase";
import * as v from "valibot";

/**
 * A backup is gzip of lines of JSON: a header, then some rows of one table a line. gzip's checksum
 * and length tell a damaged or truncated file from a whole one.
 */

const headerSchema = v.object({
  format: v.literal("rota backup 1"),
  /** when it was made: ISO 8601 in UTC */
  at: v.string(),
  people: v.number(),
  /** the applied migrations in order, each with the MD5 of its statements */
  migrations: v.array(v.object({ version: v.string(), digest: v.string() })),
});

export type BackupHeader = v.InferOutput<typeof headerSchema>;

/**
 * Writes a backup so that FILE is there whole or not at all. Only its owner may read it: it holds
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
      // Waits for writes that are under way: what is removed or renamed is at rest.
      await output.close();
    }
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new StackError(`${file} can't be written: ${(error as Error).message}`);
  }
}

/** In characters; ours are shorter. A small file can unpack to a line without an end. */
const LONGEST_LINE = 100_000_000;

/** Splits at \n alone: node:readline also splits at U+2028, which may stand in a text. */
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
}

/** Hands over the header, then one line of rows after the other. Rejects when the file is not whole. */
async function readLines(
  file: string,
  onHeader: (header: BackupHeader) => void,
  onRows: (line: string) => Promise<void>,
): Promise<void> {
  const unpacked = createGunzip().setEncoding("utf8");
  let failure: unknown;
  const read = async (chunks: AsyncIterable<string>) => {
    let isFirst = true;
    for await (const line of splitLines(chunks)) {
      if (isFirst) onHeader(v.parse(headerSchema, JSON.parse(line)));
      else await onRows(line);
      isFirst = false;
    }
  };
  await pipeline(createReadStream(file), unpacked, (chunks: AsyncIterable<string>) =>
    read(chunks).catch((error) => {
      failure = error;
    }),
  ).catch((error) => {
    // That the reading was broken off says nothing of why.
    failure ??= error;
  });
  if (failure) throw failure;
}

/**
 * Reads a backup to its end without using it.
 * @throws StackError when it is missing, damaged, truncated or no backup of Rota
 */
export async function checkBackup(file: string): Promise<BackupHeader> {
  if (!existsSync(file)) throw new StackError(`there is no file ${file}.`);
  let header: BackupHeader | undefined;
  let problem = "it is empty";
  try {
    await readLines(
      file,
      (found) => {
        header = found;
      },
      async () => {},
    );
  } catch (error) {
    header = undefined;
    problem = (error as Error).message;
  }
  if (!header) throw new StackError(`${file} is no whole backup of Rota (${problem}).`);
  return header;
}

/** Hands over the rows of a backup that was checked before, some rows of one table a line. */
export function readRows(file: string, onRows: (line: string) => Promise<void>): Promise<void> {
  return readLines(file, () => {}, onRows);
}
