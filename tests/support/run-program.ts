import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { rootFolder } from "../../cli/project.ts";

/** Where a program's output goes: through to ours, or held back and shown in one piece at its end. */
export type Output = "shown" | "held";

const failures: string[] = [];
const flaky: string[] = [];

/** How the tests failed in the programs that have run, as these printed it. */
export const failedTests = (): readonly string[] => failures;

/** Tests that failed, and passed when they ran once more. */
export const flakyTests = (): readonly string[] => flaky;

/** A line by which Vitest (`FAIL`) or Playwright (`1)`) begins to tell of a failed test, and what follows. */
const FAILURE = /^ *(?:FAIL|\d+\)) .*(?:\n(?! *(?:FAIL|\d+\)|⎯|─|attachment)).*){0,18}/gm;

const failuresIn = (output: string): string[] =>
  (stripVTControlCharacters(output).match(FAILURE) ?? []).map((text) =>
    text.replace(/\n\s*(?=\n)/g, "").trimEnd(),
  );

interface Ended {
  passed: boolean;
  failures: string[];
}

function run(command: string, args: string[], output: Output, env: Record<string, string>) {
  return new Promise<Ended>((resolve, reject) => {
    const colours: Record<string, string> = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
    const child = spawn(command, args, {
      cwd: rootFolder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...colours, ...env },
    });
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
      resolve({ passed: code === 0, failures: code === 0 ? [] : failuresIn(all.toString()) });
    });
  });
}

/** Runs a program in the project's folder. Resolves to whether it passed. */
export async function runProgram(
  command: string,
  args: string[],
  output: Output,
  env: Record<string, string> = {},
): Promise<boolean> {
  const ended = await run(command, args, output, env);
  failures.push(...ended.failures);
  return ended.passed;
}

/**
 * Runs tests that wait for a browser or a network. What failed of them in CI runs once more, alone:
 * passing then, it is flaky and no failure.
 * @param again the arguments with which the failed tests alone run; undefined where that is not asked for
 */
export async function runPatiently(
  command: string,
  args: string[],
  output: Output,
  env: Record<string, string>,
  again: () => string[] | undefined,
): Promise<boolean> {
  const first = await run(command, args, output, env);
  const failedAlone = first.passed || !process.env.CI ? undefined : again();
  const second = failedAlone && (await run(command, failedAlone, output, env));
  if (second?.passed) {
    flaky.push(...first.failures);
    return true;
  }
  failures.push(...(second ?? first).failures);
  return first.passed;
}
