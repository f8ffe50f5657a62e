import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Progress } from "embedded-supabase";
import { rootFolder } from "./project.ts";

const schemas = join(rootFolder, "supabase/schemas");

/** The one migration until 2.0.0 is released: supabase/schemas, file after file. */
export const baselineFile = join(rootFolder, "supabase/migrations/20261126000000_rota.sql");

/** The text of the baseline: what supabase/schemas declares, in the order of its files' names. */
export function baselineOf(folder: string = schemas): string {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8"));
  return ['-- Made from supabase/schemas by "npm run migration".\n', ...texts].join("\n");
}

/** `npm run migration`: makes the baseline anew. */
export function writeMigration(log: Progress): number {
  writeFileSync(baselineFile, baselineOf());
  log(`wrote ${baselineFile}`);
  return 0;
}
