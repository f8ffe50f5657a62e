import { request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { type FolderChoice, StackError } from "embedded-supabase";
import { readTroubles, type Trouble } from "embedded-supabase/tools";
import { lastBackup, lastVerified } from "./backups.ts";
import { servedPlace } from "./upgrade.ts";

/** The file of current problems in a server's data folder. */
export const troublesIn = (folder: FolderChoice): string => join(folder.path, "troubles");

const PATIENCE_MS = 15_000;
const EVERYWHERE: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The answer of a server's health check; null if there is none. */
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
  /** whether it serves and all its parts run */
  readonly isWell: boolean;
}

interface Known {
  readonly url: string;
  /** null if nothing serves */
  readonly version: string | null;
  readonly down: readonly string[];
  readonly troubles: readonly Trouble[];
}

/** @throws StackError if none was ever started on the folder */
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
 * Whether a server serves, its failing parts, current problems since when, and its backups, in lines.
 * @throws StackError if none was ever started on the folder
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
