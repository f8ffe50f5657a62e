import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { serviceEnvironment } from "./environment.ts";

export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** The answer to `--output-format json` when a command failed. */
interface CliError {
  error: { code: string; message: string; suggestion?: string };
}

/** Why a command with JSON output failed; its standard error if it printed no JSON. */
export function failureOf({ stdout, stderr }: CliResult): { code: string; reason: string } {
  if (!stdout.startsWith("{")) return { code: "", reason: stderr.trim() };
  const { code, message, suggestion = "" } = (JSON.parse(stdout) as CliError).error;
  return { code, reason: `${message}. ${suggestion}`.trim() };
}

/** The local database has no TLS; a warning about that would end up in the generated types. */
const localDatabase = { PGSSLMODE: "disable" };

/**
 * Runs the Supabase CLI of the lock file in a project's folder.
 * @param env variables besides those of this process, for commands that use the network or Docker; without it
 * the CLI uses the local database, whatever the caller's environment says
 * @param signal ends the CLI
 */
export function supabaseCli(
  projectFolder: string,
  args: string[],
  env?: Record<string, string>,
  signal?: AbortSignal,
): Promise<CliResult> {
  const installed = createRequire(import.meta.url).resolve("supabase/package.json");
  const program = join(dirname(installed), "dist/supabase.js");
  const child = spawn(process.execPath, [program, ...args], {
    cwd: projectFolder,
    ...(signal && { signal }),
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...(env ? { ...process.env, ...env } : serviceEnvironment(localDatabase)),
      SUPABASE_TELEMETRY_DISABLED: "1",
      DO_NOT_TRACK: "1",
      NO_COLOR: "1",
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
