/** Compiles the TypeScript programs for Node. In plain JavaScript, as nothing is compiled before it. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, stop } from "esbuild";

const ownFolder = import.meta.dirname;
const NAME = "embedded-supabase";

/** Keeps each source's own path valid in the compiled file, and this package external. */
const inPlace = {
  name: "in place",
  setup(build) {
    build.onResolve({ filter: /\/compile\.mjs$/ }, () => ({
      path: import.meta.url,
      external: true,
    }));
    const entries = { [NAME]: "index.ts", [`${NAME}/tools`]: "tools.ts" };
    build.onResolve({ filter: new RegExp(`^${NAME}(/|$)`) }, ({ path }) => ({
      path: join(ownFolder, entries[path] ?? "none"),
      sideEffects: false,
    }));
    // Missing files, such as a server's tests, only fail when they are imported.
    build.onResolve({ filter: /^\.\.?\// }, ({ path, kind, resolveDir }) =>
      kind === "dynamic-import" && !existsSync(join(resolveDir, path))
        ? { path, external: true }
        : undefined,
    );
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      if (!source.includes("import.meta.")) return undefined;
      const contents = source
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
        .replaceAll("import.meta.filename", JSON.stringify(path))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: "ts" };
    });
  },
};

/**
 * Compiles a program, unless its sources are unchanged.
 * @param {string} file a path that ends in `.ts`
 * @param {string} packageFolder its `node_modules` has the packages, and gets the result
 * @returns {Promise<string>} the path of the compiled program, which contains the source's path
 */
export async function compile(file, packageFolder) {
  const { outputFiles } = await build({
    absWorkingDir: packageFolder,
    entryPoints: { main: file },
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    write: false,
    outdir: join(packageFolder, "node_modules/.cache"),
    outExtension: { ".js": ".mjs" },
    // Built in by Vite; the benchmarks run the app's own code here.
    define: { "import.meta.env": "{}" },
    plugins: [inPlace],
    logLevel: "silent",
  });
  const hash = createHash("sha256");
  for (const { path, contents } of outputFiles) hash.update(basename(path)).update(contents);
  // Its name identifies it in a list of processes: api/main.ts is api-….
  const name = `${basename(dirname(file))}-${hash.digest("hex").slice(0, 16)}`;
  const folder = join(packageFolder, "node_modules/.cache/compiled", name);
  const unfinished = `${folder}.${process.pid}`;
  try {
    if (!existsSync(folder)) {
      mkdirSync(unfinished, { recursive: true });
      for (const { path, contents } of outputFiles) {
        writeFileSync(join(unfinished, basename(path)), contents);
      }
      renameSync(unfinished, folder);
    }
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Otherwise another start has made the same.
    if (!existsSync(folder)) {
      throw new Error(
        `${dirname(folder)} can't be written (${error.code}): run the command as the user whose it is, on a disk with room; what a service runs is made by install-service.`,
      );
    }
  }
  return join(folder, "main.mjs");
}

/** Ends the compiler's process, which would wait for more work. */
export const endCompiler = stop;
