import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import * as v from "valibot";
import type { Ports, ProjectConfig } from "../config.ts";
import { StackError } from "../errors.ts";
import type { Service } from "../supervisor.ts";
import { functionAnswers } from "./health.ts";

const programFolder = join(import.meta.dirname, "../functions");
const importMap = v.object({ imports: v.optional(v.record(v.string(), v.string()), {}) });

/** Hidden files and folders contain credentials and data, not code. */
const hiddenIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith("."))
    .map((name) => join(folder, name));

/** The folder of Deno's compilation cache: beside the packages or, if they are read-only, with the data. */
function cacheFolder(projectFolder: string, dataFolder: string): string {
  const packages = join(projectFolder, "node_modules");
  try {
    accessSync(packages, constants.W_OK);
    return join(packages, ".cache/deno");
  } catch {
    return join(dataFolder, "deno");
  }
}

/** A path in one of Deno's lists. */
const escaped = (path: string) => path.replaceAll(",", ",,");

/** A function's entry: its source, or its bundle. */
function entryOf(projectFolder: string, name: string): string {
  const source = join(projectFolder, "supabase/functions", name, "index.ts");
  return existsSync(source) ? source : source.replace(/ts$/, "js");
}

export function functionPorts(config: ProjectConfig, ports: Ports): Record<string, number> {
  const names = Object.keys(config.functions).sort();
  return Object.fromEntries(names.map((name, index) => [name, ports.functions + index]));
}

/**
 * The Deno program, from the npm package for this system.
 * @throws StackError if there is none
 */
export function denoBinary(): string {
  const { platform, arch } = process;
  const system = `${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`;
  try {
    const found = createRequire(import.meta.url).resolve(`@deno/${system}/package.json`);
    return join(dirname(found), platform === "win32" ? "deno.exe" : "deno");
  } catch {
    throw new StackError(`there is no Deno for ${system} here.`);
  }
}

/**
 * The packages of all functions, which share a process.
 * @throws StackError if a name means two different packages
 */
export function sharedImports(projectFolder: string, names: readonly string[]): object {
  const imports: Record<string, string> = {};
  for (const name of names) {
    const file = join(projectFolder, "supabase/functions", name, "deno.json");
    // A bundle contains its packages.
    if (!existsSync(file)) continue;
    const own = v.parse(importMap, JSON.parse(readFileSync(file, "utf8"))).imports;
    for (const [specifier, target] of Object.entries(own)) {
      if ((imports[specifier] ?? target) !== target) {
        throw new StackError(
          `the functions' deno.json files name both ${imports[specifier]} and ${target}: name one.`,
        );
      }
      imports[specifier] = target;
    }
  }
  return { imports };
}

export function importMapOption(projectFolder: string, names: readonly string[]): string {
  const imports = JSON.stringify(sharedImports(projectFolder, names));
  return `--import-map=data:application/json;base64,${Buffer.from(imports).toString("base64")}`;
}

/**
 * All edge functions, unmodified, in one Deno process. Packages come from the project's node_modules: no
 * network is needed, and versions are those of the lock file.
 * @param ports of each function by name
 * @param dataFolder that no function may read
 * @param variables their environment: see functionVariables
 * @param reaches hosts that they may reach besides this machine; a leading dot covers a whole domain, `*` is all
 */
export function functionsService(
  projectFolder: string,
  ports: Record<string, number>,
  dataFolder: string,
  variables: Record<string, string>,
  reaches: readonly string[] = [],
): Service {
  const entries = Object.entries(ports).map(([name, port]) => {
    return [name, { port, entry: pathToFileURL(entryOf(projectFolder, name)).href }] as const;
  });
  return {
    name: "function server",
    command: denoBinary(),
    args: [
      "run",
      "--no-prompt",
      "--no-lock",
      "--no-config",
      "--cached-only",
      "--node-modules-dir=manual",
      reaches.includes("*")
        ? "--allow-net"
        : `--allow-net=${["127.0.0.1", ...reaches.map((host) => host.replace(/^\./, "*."))]}`,
      "--allow-env",
      `--allow-read=${[projectFolder, programFolder].map(escaped)}`,
      `--deny-read=${[dataFolder, ...hiddenIn(projectFolder)].map(escaped)}`,
      importMapOption(projectFolder, Object.keys(ports)),
      join(programFolder, "main.mjs"),
      JSON.stringify(Object.fromEntries(entries)),
    ],
    env: {
      ...variables,
      DENO_DIR: cacheFolder(projectFolder, dataFolder),
      DENO_NO_UPDATE_CHECK: "1",
    },
    cwd: projectFolder,
    ports,
    says: /is ready\.$/,
    reports: /^a function failed/,
    isReady: async () => {
      const answers = Object.entries(ports).map(([name, port]) => functionAnswers(name, port));
      return (await Promise.all(answers)).every(Boolean);
    },
  };
}
