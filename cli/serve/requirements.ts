import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { StackError } from "embedded-supabase";
import { requirePrograms } from "embedded-supabase/tools";

/** What a new database takes with its first backup. */
const ROOM_BYTES = 300_000_000;

/** The first of a path and the folders that it is in that is there. */
const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)));

/**
 * Makes sure of what a start needs, before anything is changed.
 * @throws StackError for programs of another machine, and for a data folder that this user can't write or that has no
 * room for a first start
 */
export async function requireUsable(folder: string): Promise<void> {
  await requirePrograms();
  const place = existing(folder);
  try {
    accessSync(place, constants.W_OK);
    if (existsSync(join(folder, "secrets.json"))) accessSync(join(folder, "secrets.json"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === "EROFS"
        ? "is on a disk that can only be read"
        : `belongs to user ${statSync(place).uid}, and this is user ${process.getuid?.()}`;
    throw new StackError(
      `the data folder ${place} ${why}: give it to this one, run as that one, or name another with --data.`,
    );
  }
  const { bavail, bsize } = statfsSync(place);
  if (!existsSync(join(folder, "postgres")) && bavail * bsize < ROOM_BYTES) {
    throw new StackError(
      `the disk of ${place} has ${Math.round((bavail * bsize) / 1_000_000)} MB of room, and a first start takes ${ROOM_BYTES / 1_000_000}: make room, or name another folder with --data.`,
    );
  }
}
