import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { StackError } from "embedded-supabase";
import { requirePrograms } from "embedded-supabase/tools";

/** What a new database takes with its first backup. */
const ROOM_BYTES = 300_000_000;

/** The first of a path and the folders that it is in that is there. */
const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)));

/** @throws StackError for a user whom PostgreSQL doesn't start for */
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
 * Makes sure of what a start needs, before anything is changed.
 * @throws StackError for programs of another machine, for a user without a name, and for a data folder that this user can't write or that has no
 * room for a first start
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
