import { build, type Rollup } from "vite";

/** A file of ours with all that it imports, as one script. */
export async function builtScript(
  file: string,
  define: Record<string, string> = {},
): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: "warn",
    define,
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: file, output: { format: "iife" } },
    },
  })) as Rollup.RollupOutput;
  return result.output[0].code.trim();
}
