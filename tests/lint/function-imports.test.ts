import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { rootFolder } from "../../cli/project.ts";

/** On a hosted project, a function has the packages of its own deno.json alone; here all share theirs. */

const folder = join(rootFolder, "supabase/functions");
const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, "index.ts")));

/** The packages whose code a function loads. */
async function importsOf(name: string): Promise<Set<string>> {
  const { metafile } = await build({
    entryPoints: [join(folder, name, "index.ts")],
    ...{ bundle: true, write: false, metafile: true, packages: "external", format: "esm" },
  });
  const imports = Object.values(metafile.inputs).flatMap((file) => file.imports);
  const names = imports.filter(({ external }) => external).map(({ path }) => path);
  // Modules of Deno itself aren't in deno.json.
  return new Set(names.filter((path) => !path.startsWith("node:")));
}

test.each(names)("%s names the packages that it uses, as they are installed", async (name) => {
  const file = JSON.parse(readFileSync(join(folder, name, "deno.json"), "utf8"));
  const named: Record<string, string> = file.imports ?? {};
  const missing = [...(await importsOf(name))].filter((path) => !(path in named));
  expect(missing).toEqual([]);
  for (const target of Object.values(named)) {
    const [, packageName = "", version] = /^npm:(@?[^@]+)@([^/]+)/.exec(target) ?? [];
    const installed = join(rootFolder, "node_modules", packageName, "package.json");
    expect(JSON.parse(readFileSync(installed, "utf8")).version, target).toBe(version);
  }
});
