import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildApp, filesBelow, precompress } from "../../build/app.ts";
import { writeBackend } from "../../build/backend.ts";
import { addAssets, assetsOf } from "../../build/earlier-assets.ts";
import type { Backend } from "../../src/supabase/backend.ts";
import { isPackage, packagedApp, rootFolder } from "../project.ts";

const SOURCES = isPackage
  ? ["app"]
  : ["src", "build", "public", "index.html", "vite.config.ts", "package-lock.json"];

/** Identifies the app together with its backend. */
function versionOf(backend: Backend, addresses: readonly string[]): string {
  const hash = createHash("sha256").update(JSON.stringify([backend, addresses]));
  for (const source of SOURCES.map((name) => join(rootFolder, name))) {
    for (const file of /\.\w+$/.test(source) ? [source] : filesBelow(source)) {
      hash.update(file.slice(rootFolder.length)).update(readFileSync(file));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * The folder of the app for a backend, built now if it is missing. Deletes the earlier app, but keeps its
 * assets beside the new ones.
 * @param addresses at which people reach it
 * @param folder the server's data folder
 */
export async function appFor(
  { addresses, ...rest }: Omit<Backend, "url"> & { addresses: readonly string[] },
  folder: string,
  log: (line: string) => void,
): Promise<string> {
  const backend = { url: "", hasOperator: true, ...rest };
  const place = join(folder, `app-${versionOf(backend, addresses)}`);
  if (existsSync(place)) return place;
  const unfinished = join(folder, "app-unfinished");
  rmSync(unfinished, { recursive: true, force: true });
  if (isPackage) {
    cpSync(packagedApp, unfinished, { recursive: true });
  } else {
    log("building the app…");
    await buildApp(unfinished);
  }
  writeBackend(unfinished, backend, addresses);
  const earlier = readdirSync(folder).filter((name) => /^app-[0-9a-f]{16}$/.test(name));
  for (const name of earlier) addAssets(unfinished, assetsOf(join(folder, name)));
  precompress(unfinished);
  renameSync(unfinished, place);
  for (const name of earlier) rmSync(join(folder, name), { recursive: true, force: true });
  return place;
}
