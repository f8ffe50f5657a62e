import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";

/**
 * Writes a file, readable only by its owner, so that it is complete or unchanged whenever the machine stops.
 * @throws the system's error
 */
export function writeWhole(file: string, text: string): void {
  const output = openSync(`${file}.new`, "w", 0o600);
  try {
    writeFileSync(output, text);
    fsyncSync(output);
  } finally {
    closeSync(output);
  }
  renameSync(`${file}.new`, file);
}
