import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The files of assets/ that a build has made, by their names. */
export type Assets = ReadonlyMap<string, Uint8Array>;

/**
 * The assets of the build in a folder, without those that it has kept of an earlier one: its worker names
 * its own. None where there is no build.
 */
export function assetsOf(folder: string): Assets {
  const assets = join(folder, "assets");
  const worker = join(folder, "worker.js");
  if (!existsSync(assets) || !existsSync(worker)) return new Map();
  const named = readFileSync(worker, "utf8");
  const own = readdirSync(assets).filter((name) => named.includes(`/assets/${name}`));
  return new Map(own.map((name) => [name, readFileSync(join(assets, name))]));
}

/** Puts an earlier build's assets beside a new one's: pages of it that are open still ask for them. */
export function addAssets(folder: string, earlier: Assets): void {
  for (const [name, content] of earlier) {
    const file = join(folder, "assets", name);
    if (!existsSync(file)) writeFileSync(file, content);
  }
}
