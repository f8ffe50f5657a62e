import { execFileSync } from "node:child_process";

const POLL_MS = 1_000;

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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Resolves with the reason when this program should end: a signal, or the program that started it
 * is gone. A second signal while stopping changes nothing, so that data is never cut off.
 */
export function untilStopped(): Promise<string> {
  const watched = ancestors();
  const parent = process.ppid;
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => resolve(signal));
    }
    setInterval(() => {
      if (process.ppid !== parent || !watched.every(isAlive)) resolve("the parent is gone");
    }, POLL_MS).unref();
  });
}
