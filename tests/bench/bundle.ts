import { gzipSync } from "node:zlib";
import { build, type Rollup } from "vite";
import { rootFolder } from "../../cli/project.ts";
import type { Bench } from "./context.ts";
import { table } from "./report.ts";

/** What the production build loads first and later, gzipped, by file and by dependency. */

const size = (code: string) => gzipSync(code).length;
const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

async function buildChunks(): Promise<Rollup.OutputChunk[]> {
  const result = (await build({
    root: rootFolder,
    logLevel: "warn",
    build: { write: false },
  })) as Rollup.RollupOutput;
  return result.output.filter((part) => part.type === "chunk");
}

/** The package that a module belongs to; our own are named by their folder in src. */
function ownerOf(moduleId: string): string {
  const dependency = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(moduleId)?.[1];
  if (dependency) return dependency;
  const own = /\/src\/([^/]+)/.exec(moduleId)?.[1];
  return own ? `src/${own}` : "the bundler's helpers";
}

/** Chunks that come with this one, itself included. */
function withImports(chunk: Rollup.OutputChunk, chunks: readonly Rollup.OutputChunk[]) {
  const found = new Set<Rollup.OutputChunk>();
  const visit = (one: Rollup.OutputChunk) => {
    if (found.has(one)) return;
    found.add(one);
    for (const other of chunks) if (one.imports.includes(other.fileName)) visit(other);
  };
  visit(chunk);
  return found;
}

/** A file's gzipped bytes shared out by the gzipped bytes of what each owner has in it. */
function addShares(chunk: Rollup.OutputChunk, shares: Map<string, number>): void {
  const code = new Map<string, string>();
  for (const [id, module] of Object.entries(chunk.modules)) {
    const owner = ownerOf(id);
    code.set(owner, (code.get(owner) ?? "") + (module.code ?? ""));
  }
  const weights = [...code].map(([owner, text]) => [owner, size(text)] as const);
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [owner, weight] of weights) {
    const share = (size(chunk.code) * weight) / total;
    shares.set(owner, (shares.get(owner) ?? 0) + share);
  }
}

export const bench: Bench = {
  title: "The bundle",
  async measure() {
    const chunks = await buildChunks();
    const entry = chunks.find(({ isEntry }) => isEntry);
    if (!entry) throw new Error("the build has no entry");
    const first = withImports(entry, chunks);
    const shares = new Map<string, number>();
    for (const chunk of first) addShares(chunk, shares);
    const total = [...first].reduce((sum, { code }) => sum + size(code), 0);
    const later = chunks
      .filter(({ isDynamicEntry }) => isDynamicEntry)
      .map((chunk) => {
        const added = [...withImports(chunk, chunks)].filter((other) => !first.has(other));
        return [chunk.name, added.reduce((sum, { code }) => sum + size(code), 0)] as const;
      });
    const bySize = (rows: Iterable<readonly [string, number]>) =>
      [...rows].sort(([, a], [, b]) => b - a).map(([name, bytes]) => [name, kilobytes(bytes)]);
    return [
      `JavaScript, gzipped. The signed-in Today screen needs **${kilobytes(total)}**.`,
      table(["first load, by dependency", "gzipped"], bySize(shares)),
      table(["loaded later, with what only it needs", "gzipped"], bySize(later)),
    ].join("\n\n");
  },
};
