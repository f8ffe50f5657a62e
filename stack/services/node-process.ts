import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Service } from "../supervisor.ts";

const packageFolder = join(import.meta.dirname, "..");

/** The command that runs one of this package's TypeScript programs with this Node. */
export function typescriptProcess(
  path: string,
  env: Record<string, string>,
): Pick<Service, "command" | "args" | "cwd" | "env" | "stopSignal" | "says"> {
  const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  return {
    command: process.execPath,
    args: ["--import", loader, join(packageFolder, path)],
    cwd: packageFolder,
    env,
    stopSignal: "SIGTERM",
    says: /listening on/i,
  };
}
