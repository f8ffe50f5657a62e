import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { addAssets, assetsOf } from "../../build/earlier-assets.ts";
import { rootFolder } from "../project.ts";

const viteProgram = join(rootFolder, "node_modules/vite/bin/vite.js");

/** All that a built app is made from. */
const SOURCES = ["src", "build", "public", "index.html", "vite.config.ts", "package-lock.json"];

const filesIn = (path: string) => filesBelow(join(rootFolder, path));

/** Puts it beside itself as brotli and gzip, for who takes that. */
function precompress(file: string): void {
  if (!/\.(?:js|css|html|svg|json|webmanifest)$/.test(file)) return;
  const content = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

/** Stands for the sources and what is built into them. */
function versionOf(...values: readonly string[]): string {
  const hash = createHash("sha256").update(values.join("\n"));
  for (const source of SOURCES) {
    const isFile = source.includes(".");
    for (const file of isFile ? [join(rootFolder, source)] : filesIn(source)) {
      hash.update(file.slice(rootFolder.length)).update(readFileSync(file));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * The folder of the app built for an address, its key and whether it sends mails: built now if it isn't there.
 * Of the earlier one, which goes, the assets stay beside the new ones.
 * @param folder the server's data folder
 */
export async function builtApp(
  folder: string,
  publicUrl: string,
  publishableKey: string,
  sendsMail: boolean,
  log: (line: string) => void,
): Promise<string> {
  const place = join(folder, `app-${versionOf(publicUrl, publishableKey, String(sendsMail))}`);
  if (existsSync(place)) return place;
  log("building the app…");
  const unfinished = join(folder, "app-unfinished");
  // In a process of its own, because it takes hundreds of megabytes.
  await promisify(execFile)(
    process.execPath,
    // Bundling the settings first would write beside them, which a service may not.
    [
      viteProgram,
      "build",
      "--configLoader=runner",
      "--logLevel=warn",
      "--emptyOutDir",
      `--outDir=${unfinished}`,
    ],
    {
      cwd: rootFolder,
      env: {
        ...process.env,
        NODE_ENV: "production",
        VITE_SUPABASE_URL: publicUrl,
        VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey,
        VITE_SENDS_MAIL: sendsMail ? "yes" : "no",
      },
    },
  );
  const earlier = readdirSync(folder).filter((name) => /^app-[0-9a-f]{16}$/.test(name));
  for (const name of earlier) addAssets(unfinished, assetsOf(join(folder, name)));
  for (const file of filesBelow(unfinished)) precompress(file);
  renameSync(unfinished, place);
  for (const name of earlier) rmSync(join(folder, name), { recursive: true, force: true });
  return place;
}
