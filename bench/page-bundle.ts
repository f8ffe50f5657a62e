import react from "@vitejs/plugin-react";
import { build, type Rollup } from "vite";

/** Bundles a page's script like the app's production build: one classic script, which runs at once. */
export async function bundlePage(entry: string): Promise<string> {
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
  return scripts.join("\n");
}
