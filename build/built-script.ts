import { build, type Rollup } from "vite";
import { notedModules } from "./modules.ts";

/** A file of ours with all that it imports, as one script. */
export async function builtScript(
  file: string,
  define: Record<string, string> = {},
): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: "warn",
    define,
    plugins: [notedModules()],
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: file, output: { format: "iife" } },
    },
  })) as Rollup.RollupOutput;
  return result.output[0].code.trim();
}
