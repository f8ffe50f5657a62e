import react from "@vitejs/plugin-react";
import { build, type Rollup } from "vite";

/** Bundles a page's script as the app's production build would: one classic script, which runs at once. */
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
  const sheets = outputs.flatMap((part) =>
    part.type === "asset" && part.fileName.endsWith(".css") ? [String(part.source)] : [],
  );
  // A style sheet of the page's own, as the build would link it.
  const css = JSON.stringify(sheets.join("\n"));
  return `document.head.append(Object.assign(document.createElement("style"), { textContent: ${css} }));\n${scripts.join("\n")}`;
}
