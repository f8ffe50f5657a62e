import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "./whole-file.ts";
import { withoutPeople } from "./without-people.ts";

/** Something that doesn't work at the moment. */
export interface Trouble {
  readonly what: string;
  /** ISO 8601 in UTC */
  readonly since: string;
  readonly reason: string;
}

const SUFFIX = ".json";

/** The troubles in a folder, by name. */
export function readTroubles(folder: string): Trouble[] {
  try {
    const files = readdirSync(folder).filter((name) => name.endsWith(SUFFIX));
    return files.sort().map((name) => {
      const { since, reason } = JSON.parse(readFileSync(join(folder, name), "utf8"));
      // Older versions stored reasons unfiltered.
      return { what: name.slice(0, -SUFFIX.length), since, reason: withoutPeople(reason) };
    });
  } catch {
    // There is none yet, or one has just ended.
    return [];
  }
}

/** Stores troubles, one file each, so that they outlive every process, and logs when one begins and ends. */
export class Troubles {
  readonly #folder: string;
  readonly #log: (line: string) => void;

  constructor(folder: string, log: (line: string) => void) {
    this.#folder = folder;
    this.#log = log;
  }

  /**
   * Records that something doesn't work; logs it unless it is known.
   * @param what words that are also used as a file name
   * @param why stored and logged without addresses
   */
  begin(what: string, why: string): void {
    if (this.#find(what)) return;
    const reason = withoutPeople(why);
    this.#log(`trouble: ${what} (${reason})`);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const trouble = { since: new Date().toISOString(), reason };
      writeWhole(join(this.#folder, what + SUFFIX), JSON.stringify(trouble));
    } catch {
      // The disk is full, which was logged, and will be again.
    }
  }

  has(what: string): boolean {
    return this.#find(what) !== undefined;
  }

  end(what: string): void {
    const known = this.#find(what);
    if (!known) return;
    rmSync(join(this.#folder, what + SUFFIX), { force: true });
    this.#log(`trouble is over: ${what} (since ${known.since})`);
  }

  #find(what: string): Trouble | undefined {
    return readTroubles(this.#folder).find((trouble) => trouble.what === what);
  }
}
