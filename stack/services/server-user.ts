import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { runsAsRoot } from "../cluster.ts";
import { StackError } from "../errors.ts";

export interface ServerUser {
  uid: number;
  gid: number;
}

/**
 * The user that runs the server if we are root: the cluster's owner, and for a new one `postgres` if that
 * exists, else `nobody`.
 */
export function serverUser(cluster: string | undefined): ServerUser | undefined {
  if (!runsAsRoot) return undefined;
  if (cluster !== undefined) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new StackError("PostgreSQL can't run as root, and there is no other user to run it as.");
}

/** Gives a folder and its contents to the server's user, as root's copy of data belongs to root. */
export function giveTo({ uid, gid }: ServerUser, folder: string): void {
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    lchownSync(join(folder, entry), uid, gid);
  }
}

/**
 * The name by which the server's programs know the folder in which they are started. Root starts them in
 * folders that their user can't reach by path, such as those in /root.
 */
export const nameOf = (folder: string, user: ServerUser | undefined): string =>
  user && process.platform === "linux" ? "/proc/self/cwd" : folder;
