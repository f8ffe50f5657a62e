import { execFileSync } from "node:child_process";
import { isAlive } from "./processes.ts";

const POLL_MS = 1_000;

/** That somebody wants this program to end: no failure. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** The process's parent and, where npm runs a script through a shell, npm itself. */
function ancestors(): number[] {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined || process.platform === "win32")
    return [parent];
  try {
    const grandparent = Number(
      execFileSync("ps", ["-o", "ppid=", "-p", String(parent)], { encoding: "utf8" }),
    );
    return grandparent > 1 ? [parent, grandparent] : [parent];
  } catch {
    return [parent];
  }
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * A signal that tells when this program should end: the system said so, or the program that started
 * it is gone. From then on a second one changes nothing, so that data is never cut off.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const watched = ancestors();
  const parent = process.ppid;
  for (const signal of signals) {
    // Those of bootstrap.mjs end the program at once, which was right while nothing ran.
    process.removeAllListeners(signal);
    process.on(signal, () => controller.abort(new Stopped(signal)));
  }
  setInterval(() => {
    if (process.ppid !== parent || !watched.every(isAlive)) {
      controller.abort(new Stopped("the parent is gone"));
    }
  }, POLL_MS).unref();
  return controller.signal;
}
