import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Ports, ProjectConfig } from "../config.ts";
import { StackError } from "../errors.ts";
import type { Service } from "../supervisor.ts";
import { functionAnswers } from "./health.ts";

/** The port of each configured edge function. */
export function functionPorts(config: ProjectConfig, ports: Ports): Record<string, number> {
  const names = Object.keys(config.functions).sort();
  return Object.fromEntries(names.map((name, index) => [name, ports.functions + index]));
}

/** The Deno program that ships in the npm package for this system. */
export function denoBinary(): string {
  const require = createRequire(import.meta.url);
  const file = process.platform === "win32" ? "deno.exe" : "deno";
  const binary = join(dirname(require.resolve("deno/package.json")), file);
  if (!existsSync(binary)) {
    throw new StackError('Deno is not installed whole: run "npm rebuild deno" and try again.');
  }
  return binary;
}

/**
 * One edge function, unmodified, in a Deno process of its own.
 * Packages come from the project's node_modules: what runs here needs no network and is what the
 * lock file pins.
 * @param variables its environment: see functionVariables
 * @param mailHost where it may hand in mails, besides this machine
 */
export function functionService(
  projectFolder: string,
  name: string,
  port: number,
  variables: Record<string, string>,
  mailHost?: string,
): Service {
  const folder = join(projectFolder, "supabase/functions", name);
  return {
    name: `function ${name}`,
    command: denoBinary(),
    args: [
      "run",
      "--no-prompt",
      "--no-lock",
      "--cached-only",
      "--node-modules-dir=manual",
      `--allow-net=${["127.0.0.1", ...(mailHost ? [mailHost] : [])]}`,
      "--allow-env",
      `--preload=${join(import.meta.dirname, "end-with-parent.mjs")}`,
      `--config=${join(folder, "deno.json")}`,
      join(folder, "index.ts"),
    ],
    env: {
      ...variables,
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      DENO_DIR: join(projectFolder, "node_modules/.cache/deno"),
      DENO_NO_UPDATE_CHECK: "1",
    },
    cwd: projectFolder,
    stopSignal: "SIGTERM",
    ports: { [name]: port },
    says: /listening on/i,
    isReady: () => functionAnswers(name, port),
  };
}
