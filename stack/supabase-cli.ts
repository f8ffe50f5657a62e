import { spawn } from "node:child_process";
import { join } from "node:path";
import { rootFolder } from "./config.ts";

export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** What the CLI says went wrong, in one line and without its advice on debugging. */
export function failureOf({ stdout, stderr }: CliResult): string {
  const lines = (stderr.trim() || stdout.trim()).split("\n");
  return lines.filter((line) => !/^(Target: |Try rerunning)/.test(line)).join(" ");
}

/** The local database has no TLS; a remark about that would stand in the generated types. */
const localDatabase = { PGSSLMODE: "disable" };

/**
 * Runs the Supabase CLI of the lock file in this project.
 * @param env variables besides those of this process; without it, those for the local database
 */
export function supabaseCli(
  args: string[],
  env: Record<string, string> = localDatabase,
): Promise<CliResult> {
  const program = join(rootFolder, "node_modules/supabase/dist/supabase.js");
  const child = spawn(process.execPath, [program, ...args], {
    cwd: rootFolder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      SUPABASE_TELEMETRY_DISABLED: "1",
      DO_NOT_TRACK: "1",
      NO_COLOR: "1",
      ...env,
    },
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    output.stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output.stderr += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, ...output }));
  });
}
