import { gzipSync } from "node:zlib";
import { build, type Rollup } from "vite";

/** Minified bundles, as the production build would make them. */

export interface Bundle {
  /** the JavaScript that loads first */
  readonly code: string;
  readonly gzipBytes: number;
  /** what loads on demand, gzipped */
  readonly lazyGzipBytes: number;
}

/**
 * Bundles one module with all of its exports, as the app's own build would; `inOneFile` takes in
 * what would load on demand.
 */
export async function bundle(entry: string, { inOneFile = false } = {}): Promise<Bundle> {
  const result = (await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: "strict",
        ...(inOneFile ? { output: { codeSplitting: false } } : {}),
      },
    },
  })) as Rollup.RollupOutput | Rollup.RollupOutput[];
  const outputs = [result].flat().flatMap(({ output }) => output);
  const chunks = outputs.filter((part) => part.type === "chunk");
  const gzipBytes = (isLazy: boolean) =>
    chunks
      .filter((chunk) => chunk.isDynamicEntry === isLazy)
      .reduce((sum, { code }) => sum + gzipSync(code).length, 0);
  return {
    code: chunks.find((chunk) => chunk.isEntry)?.code ?? "",
    gzipBytes: gzipBytes(false),
    lazyGzipBytes: gzipBytes(true),
  };
}
