import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { rootFolder } from "../../cli/project.ts";

/** Whether a program's output is shown as it comes, or all at once when it ends. */
export type Output = "shown" | "held";

export interface Program {
  command: string;
  args: string[];
  env?: Record<string, string>;
  output: Output;
  /** Called with the process id once it runs. */
  onStart?: (pid: number) => void;
}

const failures: string[] = [];

/** The failed tests of all programs so far, as these printed them. */
export const failedTests = (): readonly string[] => failures;

/** A line with which Vitest (`FAIL`) or Playwright (`1)`) begins to report a failed test, and the lines after it. */
const FAILURE = /^ *(?:FAIL|\d+\)) .*(?:\n(?! *(?:FAIL|\d+\)|⎯|─|attachment)).*){0,18}/gm;

const failuresIn = (output: string): string[] =>
  (stripVTControlCharacters(output).match(FAILURE) ?? []).map((text) =>
    text.replace(/\n\s*(?=\n)/g, "").trimEnd(),
  );

/** Runs a program in the project's folder. Resolves to whether it passed. */
export function runProgram({ command, args, env, output, onStart }: Program): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const colours: Record<string, string> = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
    const child = spawn(command, args, {
      cwd: rootFolder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...colours, ...env },
    });
    if (child.pid) onStart?.(child.pid);
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        printed.push(chunk);
        if (output === "shown") process.stdout.write(chunk);
      });
    }
    child.on("error", reject);
    child.on("close", (code) => {
      const all = Buffer.concat(printed);
      if (output === "held") process.stdout.write(all);
      if (code !== 0) failures.push(...failuresIn(all.toString()));
      resolve(code === 0);
    });
  });
}
