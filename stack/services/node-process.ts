import { pathToFileURL } from "node:url";
import { rootFolder } from "../config.ts";
import type { Service } from "../supervisor.ts";

/** The command that runs one of our TypeScript programs with this Node. */
export function typescriptProcess(
  path: string,
  env: Record<string, string>,
): Pick<Service, "command" | "args" | "cwd" | "env" | "stopSignal" | "says"> {
  const loader = pathToFileURL(`${rootFolder}/node_modules/tsx/dist/loader.mjs`).href;
  return {
    command: process.execPath,
    args: ["--import", loader, `${rootFolder}/${path}`],
    cwd: rootFolder,
    env,
    stopSignal: "SIGTERM",
    says: /listening on/i,
  };
}
