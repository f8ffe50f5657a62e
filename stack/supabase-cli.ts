import { spawn } from "node:child_process";
import { join } from "node:path";
import { rootFolder } from "./config.ts";

export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

export interface CliSurroundings {
  /** The caller's by default: what talks to the network or to Docker may depend on it. */
  env?: NodeJS.ProcessEnv;
  /** Ends the CLI. */
  signal?: AbortSignal | undefined;
}

/** Runs the Supabase CLI of the lock file in this project. */
export function supabaseCli(
  args: string[],
  { env = process.env, signal }: CliSurroundings = {},
): Promise<CliResult> {
  const program = join(rootFolder, "node_modules/supabase/dist/supabase.js");
  const child = spawn(process.execPath, [program, ...args], {
    cwd: rootFolder,
    ...(signal && { signal }),
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...env,
      SUPABASE_TELEMETRY_DISABLED: "1",
      DO_NOT_TRACK: "1",
      NO_COLOR: "1",
      // The local database has no TLS; a remark about that would stand in the generated types.
      PGSSLMODE: "disable",
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
