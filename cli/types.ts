import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  findPortBase,
  type Progress,
  STACK_PORTS,
  StackError,
  startStack,
} from "embedded-supabase";
import { supabaseCli } from "embedded-supabase/tools";
import { rootFolder } from "./project.ts";

export const typesFile = join(rootFolder, "src/supabase/database.types.ts");

/** The TypeScript types of the public schema, as the Supabase CLI writes them. */
async function readTypes(dbUrl: string): Promise<string> {
  const { code, stdout, stderr } = await supabaseCli(rootFolder, [
    "gen",
    "types",
    "typescript",
    "--schema=public",
    `--remote=${dbUrl}`,
  ]);
  if (code !== 0) throw new StackError(`the types could not be generated: ${stderr.trim()}`);
  return stdout;
}

/** Whether the checked-in types are those of the migrations. */
export async function hasDrifted(dbUrl: string): Promise<boolean> {
  return (await readTypes(dbUrl)) !== readFileSync(typesFile, "utf8");
}

/** `npm run types`: writes src/supabase/database.types.ts from the migrations, on a separate stack. */
export async function generateTypes(log: Progress): Promise<number> {
  const portBase = await findPortBase(STACK_PORTS);
  const stack = await startStack({ projectFolder: rootFolder, portBase, seed: false }, log);
  try {
    writeFileSync(typesFile, await readTypes(stack.addresses.dbUrl));
  } finally {
    await stack.stop();
  }
  log(`wrote ${typesFile}`);
  return 0;
}
