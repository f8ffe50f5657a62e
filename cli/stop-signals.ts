import { execFileSync } from "node:child_process";
import { isAlive } from "embedded-supabase/tools";

const POLL_MS = 1_000;

/** Thrown when this program is asked to stop, which is no failure. */
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
 * An AbortSignal for the end of this program: it got a signal, or its parent ended. Further signals are
 * ignored, so that no write is cut off.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const watched = ancestors();
  const parent = process.ppid;
  for (const signal of signals) {
    // Replaces bootstrap.mjs's handlers, which end the program at once.
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
