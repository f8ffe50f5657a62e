import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 50;

/** Whether a process runs, and hasn't ended without its parent asking. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isDefunct(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether a process has ended but keeps its number until its parent asks, which in a container may never happen. */
export const isDefunct = (pid: number): boolean => statusOf(pid)?.[0] === "Z";

/** Asks `ps` for one field of a process; undefined without `ps` or such a process. */
function ask(pid: number, field: string): string | undefined {
  try {
    const args = ["-ww", "-o", `${field}=`, "-p", String(pid)];
    return execFileSync("ps", args, { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return undefined;
  }
}

function readProcess(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}

/** The fields of Linux's /proc/PID/stat after the program's name, which may contain anything. */
const statusOf = (pid: number) => readProcess(pid, "stat")?.split(") ").at(-1)?.split(" ");

export function commandLine(pid: number): string | undefined {
  if (process.platform !== "linux") return ask(pid, "args");
  return readProcess(pid, "cmdline")?.replaceAll("\0", " ");
}

/**
 * When a process started, in the system's own format. Together with it, a number identifies one process, even
 * after a restart of the machine or container has reused the number.
 */
export function startOf(pid: number): string | undefined {
  if (process.platform !== "linux") return ask(pid, "lstart");
  return statusOf(pid)?.[19];
}

/** Waits until a process has ended, at most so many milliseconds. Resolves to whether it has. */
export async function isGoneWithin(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}
