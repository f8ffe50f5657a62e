import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import type { Service } from "../supervisor.ts";

const packageFolder = join(import.meta.dirname, "..");
/** Below node_modules, so that the packages are found from there. */
const compiledFolder = join(packageFolder, "node_modules/.cache/compiled");

/** The path of a TypeScript program as one JavaScript file, which starts in a third of the time. */
function compile(path: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(packageFolder, path)],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    write: false,
    logLevel: "silent",
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  const hash = createHash("sha256").update(code).digest("hex").slice(0, 16);
  // By its name it is known in a list of processes: api/main.ts is api-main-….mjs.
  const name = path.replace("/", "-").replace(/\.ts$/, "");
  const file = join(compiledFolder, `${name}-${hash}.mjs`);
  if (!existsSync(file)) {
    mkdirSync(compiledFolder, { recursive: true });
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, code);
    renameSync(unfinished, file);
  }
  return file;
}

/** The command that runs one of this package's TypeScript programs with this Node. */
export function typescriptProcess(
  path: string,
  env: Record<string, string>,
): Pick<Service, "command" | "args" | "cwd" | "env" | "stopSignal" | "says"> {
  return {
    command: process.execPath,
    args: ["--enable-source-maps", compile(path)],
    cwd: packageFolder,
    env,
    stopSignal: "SIGTERM",
    says: /listening on/i,
  };
}
