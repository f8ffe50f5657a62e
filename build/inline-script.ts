import { build, type Rollup } from "vite";

/** A file of ours with all that it imports, as a script element for the page. */
export const inlineScript = async (...script: Parameters<typeof builtScript>): Promise<string> =>
  `<script>${await builtScript(...script)}</script>`;

/** A file of ours with all that it imports, as one script. */
export async function builtScript(
  file: string,
  mode: string,
  define: Record<string, string> = {},
): Promise<string> {
  const result = (await build({
    configFile: false,
    mode,
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
