import { gzipSync } from "node:zlib";
import { build, type Rollup } from "vite";
import { DRAWING } from "../build/page.ts";
import { rootFolder } from "../cli/project.ts";
import type { Bench } from "./context.ts";
import { table } from "./report.ts";

/** The sizes of the production build's first and later chunks, gzipped. */

const size = (chunks: Iterable<Rollup.OutputChunk>) =>
  [...chunks].reduce((sum, { code }) => sum + gzipSync(code).length, 0);
const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

/** The chunks loaded with this one, including itself. */
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

export const bench: Bench = {
  title: "The bundle",
  async measure() {
    const options = { root: rootFolder, logLevel: "warn", build: { write: false } } as const;
    const { output } = (await build(options)) as Rollup.RollupOutput;
    const chunks = output.filter((part) => part.type === "chunk");
    const entry = chunks.find(({ isEntry }) => isEntry);
    if (!entry) throw new Error("the build has no first file");
    // The entry asks for it at once (src/main.tsx).
    const drawing = chunks.filter(({ name }) => name === DRAWING);
    const today = new Set([entry, ...drawing].flatMap((file) => [...withImports(file, chunks)]));
    const later = chunks
      .filter((chunk) => chunk.isDynamicEntry && !today.has(chunk))
      .map((chunk) => {
        const added = [...withImports(chunk, chunks)].filter((other) => !today.has(other));
        return [chunk.name, size(added)] as const;
      })
      .sort(([, a], [, b]) => b - a)
      .map(([name, bytes]) => [name, kilobytes(bytes)]);
    return [
      `JavaScript, gzipped. The first screen needs **${kilobytes(size(today))}**.`,
      table(["loaded after Today, with what only it needs", "gzipped"], later),
    ].join("\n\n");
  },
};
