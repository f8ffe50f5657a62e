import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

/** This package can be taken out of its repository: it knows nothing about its surroundings. */

const folder = import.meta.dirname;
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
  .filter((file) => !file.includes("node_modules"));
const contents = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));

const { dependencies, devDependencies } = JSON.parse(
  contents.get(join(folder, "package.json")) ?? "{}",
) as Record<"dependencies" | "devDependencies", Record<string, string>>;
const own = Object.keys(dependencies);
const forTests = [...own, ...Object.keys(devDependencies)];

const packageOf = (name: string) => name.split("/", name.startsWith("@") ? 2 : 1).join("/");

/** Whether a file may import something: a file of this package, a part of Node or a dependency. */
function mayImport(file: string, name: string): boolean {
  if (name.startsWith(".")) return resolve(dirname(file), name).startsWith(`${folder}/`);
  const isTest = /\.test\.ts$|\/tests\/|vitest\.config\.ts$/.test(file);
  return isBuiltin(name) || (isTest ? forTests : own).includes(packageOf(name));
}

test("every import is the package's own file, a part of Node or a dependency of the package", () => {
  // README shows how others import it.
  const sources = [...contents].filter(([file]) => /\.(ts|mjs)$/.test(file));
  const imported = sources.flatMap(([file, text]) =>
    [...text.matchAll(/^(?:import|export|\}).* from "([^"]+)"|\bimport\("([^"]+)"\)/gm)].map(
      ([, named, loaded]) => [file, named ?? loaded ?? ""] as const,
    ),
  );
  expect(imported.length).toBeGreaterThan(200);
  expect(imported.filter(([file, name]) => !mayImport(file, name))).toEqual([]);
  for (const name of ["../cli/project.ts", "react", "vite"]) {
    expect(mayImport(join(folder, "stack.ts"), name), name).toBe(false);
  }
});
