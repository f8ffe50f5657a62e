import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { StackError } from "embedded-supabase";
import { requirePrograms } from "embedded-supabase/tools";

/** Space for a new database and its first backup. */
const ROOM_BYTES = 300_000_000;

/** A path, or its first parent folder, that exists. */
const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)));

/** @throws StackError for a user for whom PostgreSQL doesn't start */
function requireName(): void {
  try {
    userInfo();
  } catch {
    throw new StackError(
      `user ${process.getuid?.()} has no name on this machine, and PostgreSQL wants one: run as a user who has, in the image as 1000.`,
    );
  }
}

/**
 * Checks the requirements of a start before anything is changed.
 * @throws StackError for programs of another machine, a user without a name, and a data folder that this user
 * can't write or that has no space for a first start
 */
export async function requireUsable(folder: string): Promise<void> {
  await requirePrograms();
  requireName();
  const place = existing(folder);
  try {
    accessSync(place, constants.W_OK);
    if (existsSync(join(folder, "secrets.json"))) accessSync(join(folder, "secrets.json"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const { uid, mode } = statSync(place);
    const why =
      code === "EROFS"
        ? "is on a disk that can only be read: make that one that can be written"
        : uid === process.getuid?.()
          ? `can't be written (its mode is ${(mode & 0o777).toString(8)}): say chmod u+rwx ${place}`
          : `belongs to user ${uid}, and this is user ${process.getuid?.()}: give it to this one, run as that one`;
    throw new StackError(`the data folder ${place} ${why}, or name another with --data.`);
  }
  const { bavail, bsize } = statfsSync(place);
  if (!existsSync(join(folder, "postgres")) && bavail * bsize < ROOM_BYTES) {
    throw new StackError(
      `the disk of ${place} has ${Math.round((bavail * bsize) / 1_000_000)} MB of room, and a first start takes ${ROOM_BYTES / 1_000_000}: make room, or name another folder with --data.`,
    );
  }
}
