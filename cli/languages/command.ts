import type { Progress } from "embedded-supabase";
import { writeCatalogues } from "./catalogues.ts";
import { sourceFiles } from "./messages-in.ts";
import { visibleStrings } from "./visible-strings.ts";

/**
 * `npm run languages`: brings every language's file up to what the sources say, compiles it for the app, and
 * says what is missing. `npm run languages outside [FOLDER]` lists what looks like text and isn't in the
 * catalogue. Exit code 1 for a translation that can't be used, or for a text outside.
 */
export function languages([verb, folder = ""]: readonly string[], log: Progress): number {
  if (verb !== "outside") return writeCatalogues(log);
  const outside = sourceFiles()
    .filter((file) => file.startsWith(folder))
    .flatMap(visibleStrings);
  for (const { file, line, text } of outside) log(`${file}:${line} ${JSON.stringify(text)}`);
  log(`${outside.length} texts outside of the catalogue.`);
  return outside.length > 0 ? 1 : 0;
}
