import react from "@vitejs/plugin-react";
import { build, type Rollup } from "vite";

/** A page's classic script, which runs as soon as it is added, and its style sheet. */
export interface PageBundle {
  readonly code: string;
  readonly css: string;
}

/** Bundles a page that shows components of the app, compiled as in the app's production build. */
export async function bundlePage(entry: string): Promise<PageBundle> {
  const result = (await build({
    configFile: false,
    logLevel: "silent",
    plugins: [react()],
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: entry, output: { codeSplitting: false, format: "iife" } },
    },
  })) as Rollup.RollupOutput | Rollup.RollupOutput[];
  const outputs = [result].flat().flatMap(({ output }) => output);
  const scripts = outputs.flatMap((part) => (part.type === "chunk" ? [part.code] : []));
  const sheets = outputs.flatMap((part) =>
    part.type === "asset" && part.fileName.endsWith(".css") ? [String(part.source)] : [],
  );
  return { code: scripts.join("\n"), css: sheets.join("\n") };
}
