import { type SpawnOptions, spawn } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isMarked, mark } from "../cluster.ts";
import type { DataFolder } from "../data-folder.ts";
import { serviceEnvironment } from "../environment.ts";
import { StackError } from "../errors.ts";
import { adviceFor, lastReason } from "../reasons.ts";
import { giveTo, nameOf, type ServerUser } from "./server-user.ts";

function run(command: string, args: string[], options: SpawnOptions): Promise<void> {
  const child = spawn(command, args, { ...options, env: serviceEnvironment() });
  const errors: string[] = [];
  child.stderr?.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  child.on("error", (error) => errors.push(`error: ${error.message}`));
  // "close" also follows an error, and no process writes any more by then.
  return new Promise((resolve, reject) => {
    child.on("close", (code) => {
      const reason = lastReason(errors.join("").split("\n"));
      const advice = adviceFor(reason, "mend that and run the command again.");
      if (code === 0) resolve();
      else reject(new StackError(`the database can't be made (${reason}): ${advice}`));
    });
  });
}

export interface ClusterSettings {
  initdb: string;
  user: ServerUser | undefined;
  superuser: string;
}

/**
 * Makes the cluster beside its final place and moves it there, so that it is never incomplete.
 * @throws StackError if it can't be made, or the signal stopped it
 */
export async function makeCluster(
  folder: DataFolder,
  { initdb, user, superuser }: ClusterSettings,
  signal: AbortSignal | undefined,
): Promise<void> {
  const work = join(folder.path, "unfinished");
  if (existsSync(work) && !isMarked(work)) {
    throw new StackError(
      `${work} was not made by this program, and is in its way: move it elsewhere.`,
    );
  }
  // A killed program's processes may still be writing here: rmSync wouldn't retry.
  const patiently = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  await rm(work, patiently);
  const fresh = join(work, "postgres");
  const passwordFile = join(work, "password");
  try {
    mkdirSync(work);
    mark(work);
    mkdirSync(fresh, { mode: 0o700 });
    writeFileSync(passwordFile, folder.password, { mode: 0o600 });
    if (user) for (const path of [fresh, passwordFile]) chownSync(path, user.uid, user.gid);
    const password = openSync(passwordFile, "r");
    try {
      await run(
        initdb,
        [
          `--pgdata=${nameOf(fresh, user)}`,
          `--username=${superuser}`,
          `--pwfile=${process.platform === "win32" ? passwordFile : "/dev/stdin"}`,
          "--auth=scram-sha-256",
          "--encoding=UTF8",
          "--locale=C",
          // The first start is the slow one; a power cut in its first second loses nothing.
          "--no-sync",
        ],
        { ...user, cwd: fresh, stdio: [password, "ignore", "pipe"], ...(signal && { signal }) },
      );
    } finally {
      closeSync(password);
    }
    mark(fresh);
    if (user) giveTo(user, fresh);
    renameSync(fresh, folder.postgres);
  } finally {
    await rm(work, patiently);
  }
}
