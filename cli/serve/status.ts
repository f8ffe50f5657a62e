import { request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { type FolderChoice, StackError } from "embedded-supabase";
import { readTroubles, type Trouble } from "embedded-supabase/tools";
import { lastBackup, lastVerified } from "./backups.ts";
import { servedPlace } from "./upgrade.ts";

/** Where a server's data folder keeps what does not work for now. */
export const troublesIn = (folder: FolderChoice): string => join(folder.path, "troubles");

const PATIENCE_MS = 15_000;
const EVERYWHERE: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** What its health says; null when nobody answers. */
function healthAt({
  host,
  port,
}: {
  host: string;
  port: number;
}): Promise<Record<string, unknown> | null> {
  const address = { host: EVERYWHERE[host] ?? host, port, path: "/health" };
  return new Promise((resolve) => {
    const asked = request({ ...address, timeout: PATIENCE_MS }, (answer) => {
      json(answer).then(
        (said) => resolve(said as Record<string, unknown>),
        () => resolve(null),
      );
    });
    asked.on("timeout", () => asked.destroy(new Error("no answer")));
    asked.on("error", () => resolve(null)).end();
  });
}

interface Status {
  readonly lines: string[];
  /** whether it serves, and no part of it is down */
  readonly isWell: boolean;
}

/** What a server says of itself, and what lies in its folder. */
interface Known {
  readonly url: string;
  /** null when nothing serves */
  readonly version: string | null;
  /** the parts that are down */
  readonly down: readonly string[];
  readonly troubles: readonly Trouble[];
}

/** @throws StackError when none was ever started on the folder */
export async function readStatus(folder: FolderChoice): Promise<Known> {
  const place = servedPlace(folder);
  if (!place) throw new StackError(`no server was started on ${folder.path} yet.`);
  const health = place.listen ? await healthAt(place.listen) : null;
  const { version = null, troubles: _, ...parts } = health ?? {};
  return {
    url: place.url,
    version: version === null ? null : String(version),
    down: Object.keys(parts).filter((part) => parts[part] === "down"),
    troubles: readTroubles(troublesIn(folder)),
  };
}

/**
 * Whether a server serves, what of it is down, what does not work and since when, and its backups, in lines.
 * @throws StackError when none was ever started on the folder
 */
export async function status(folder: FolderChoice): Promise<Status> {
  const { url, version, down, troubles } = await readStatus(folder);
  const lines = [
    version === null ? `nothing serves ${url}` : `version ${version} serves ${url}`,
    ...down.map((part) => `down: ${part}`),
    ...troubles.map(({ what, since, reason }) => `trouble since ${since}: ${what} (${reason})`),
    `last backup: ${lastBackup(folder) ?? "none"}`,
    `last verified: ${lastVerified(folder)?.file ?? "none"}`,
  ];
  return { lines, isWell: version !== null && down.length === 0 };
}
