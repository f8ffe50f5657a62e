import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { rootFolder } from "../cli/project.ts";
import { MODULES_VARIABLE } from "./modules.ts";

/** Every file in a folder and those below it. */
export function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

/**
 * Builds the app, in a process of its own, because it takes hundreds of megabytes.
 * @param modules a file to which the names of all bundled files are added
 */
export async function buildApp(outDir: string, modules = ""): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [
      join(rootFolder, "node_modules/vite/bin/vite.js"),
      "build",
      // Bundling the settings first would write beside them, which a service may not.
      "--configLoader=runner",
      "--logLevel=warn",
      "--emptyOutDir",
      `--outDir=${outDir}`,
    ],
    {
      cwd: rootFolder,
      env: { ...process.env, NODE_ENV: "production", [MODULES_VARIABLE]: modules },
    },
  );
}

/** Puts the files beside themselves as brotli and gzip, for who takes that, unless they are there already. */
export function precompress(folder: string): void {
  for (const file of filesBelow(folder)) {
    if (!/\.(?:js|css|html|svg|json|webmanifest)$/.test(file) || existsSync(`${file}.br`)) continue;
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
