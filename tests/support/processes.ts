import { execFileSync } from "node:child_process";
import type { StackProcess } from "./stack-process.ts";

/** A running process as shown by `ps`, here and on macOS. */
export interface RunningProcess {
  readonly pid: number;
  readonly args: string;
  /** resident memory in kilobytes; memory shared between processes counts in each */
  readonly memory: number;
  /** processor seconds used so far */
  readonly processorTime: number;
}

export function descendants(ancestor: number): RunningProcess[] {
  const fields = "pid=,ppid=,rss=,time=,args=";
  const lines = execFileSync("ps", ["-eo", fields], { encoding: "utf8" }).split("\n");
  const all = lines.map((line) => {
    const [, pid = "", parent = "", memory = "", time = "", args = ""] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return {
      ...{ pid: Number(pid), parent: Number(parent), args },
      ...{ memory: Number(memory), processorTime: seconds(time) },
    };
  });
  const below = (pid: number): RunningProcess[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  return below(ancestor);
}

/** `[[days-]hours:]minutes:seconds`. */
function seconds(time: string): number {
  const parts = time.split(/[-:]/).map(Number).reverse();
  const units = [1, 60, 3_600, 86_400];
  return parts.reduce((sum, part, index) => sum + part * (units[index] ?? 0), 0);
}

/** The parts of a stack, each with a pattern for its command line. */
const PARTS = {
  PostgreSQL: /postgres/,
  API: /api-\w+\/main\.mjs$/,
  Realtime: /realtime-\w+\/main\.mjs$/,
  "edge functions": /functions\/main\.mjs /,
} as const;

export type Part = keyof typeof PARTS;

/** The processes of one part of the stacks below this process. */
export function processesOf(part: Part, ancestor: number): RunningProcess[] {
  return descendants(ancestor).filter(({ args }) => PARTS[part].test(args));
}

/** Kills a program and everything that it started before any of them can react, like a power cut. */
export async function killAll({ child, exitCode }: StackProcess): Promise<void> {
  const pid = Number(child.pid);
  process.kill(pid, "SIGSTOP");
  for (const below of descendants(pid)) {
    try {
      process.kill(below.pid, "SIGKILL");
    } catch (error) {
      // It has ended with one that was killed before it.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
  process.kill(pid, "SIGKILL");
  await exitCode;
}
