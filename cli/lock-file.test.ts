import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rootFolder } from "./project.ts";

interface Entry {
  version?: string;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(join(rootFolder, "package-lock.json"), "utf8")) as {
  packages: Record<string, Entry>;
};

/** Looks a package up as Node does from a folder: in its own node_modules, then in those around it. */
function found(name: string, from: string): Entry | undefined {
  const own = packages[`${from && `${from}/`}node_modules/${name}`];
  if (own || !from) return own;
  return found(name, from.slice(0, Math.max(from.lastIndexOf("node_modules/") - 1, 0)));
}

/** Optional dependencies: usually programs for one system each. */
const optional = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
  Object.entries(optionalDependencies).map(([name, range]) => ({ folder, name, range })),
);

// npm leaves out packages that its registry lacks at that moment, and `npm ci` then refuses the file.
test("the lock file names the programs of every system, at the version that is asked for", () => {
  expect(optional.length).toBeGreaterThan(100);
  const wrong = optional.filter(({ folder, name, range }) => {
    const version = found(name, folder)?.version;
    return version === undefined || (/^\d/.test(range) && version !== range);
  });
  expect(wrong).toEqual([]);
});
