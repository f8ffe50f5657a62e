import { join } from "node:path";
import type { Service } from "../supervisor.ts";

const packageFolder = join(import.meta.dirname, "..");

/** Compiles this package's programs for a user who may not write here. */
export async function compilePrograms(): Promise<void> {
  for (const path of ["api/main", "realtime/main", "services/auth-schema"]) await programAt(path);
}

/** The path of one of this package's programs: as published, or compiled now. */
export async function programAt(path: string): Promise<string> {
  if (import.meta.filename.endsWith(".js")) return join(packageFolder, `${path}.js`);
  const { compile, endCompiler } = await import("../compile.mjs");
  const program = await compile(join(packageFolder, `${path}.ts`), packageFolder);
  await endCompiler();
  return program;
}

/**
 * The command that runs one of this package's programs with this Node.
 * @param path without its ending
 */
export async function nodeProcess(
  path: string,
  env: Record<string, string>,
): Promise<Pick<Service, "command" | "args" | "cwd" | "env" | "says">> {
  return {
    command: process.execPath,
    args: [await programAt(path)],
    cwd: packageFolder,
    // The initial value: glibc would raise it, and keep 4 to 12 MB that a start has freed.
    env: { MALLOC_TRIM_THRESHOLD_: "131072", ...env },
    says: /listening on/i,
  };
}
