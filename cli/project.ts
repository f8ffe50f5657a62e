import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type FolderChoice,
  type ProjectConfig,
  readProjectConfig,
  StackError,
} from "embedded-supabase";
import { ownCommand } from "./own-command.ts";

export const rootFolder = join(import.meta.dirname, "..");

/** The built app in the package made by `npm run package`; a checkout has none. */
export const packagedApp = join(rootFolder, "app");

export const isPackage = existsSync(packagedApp);

/** The command that starts this package, as a person types it. */
export const packageCommand = (): string =>
  ownCommand({ root: rootFolder, program: process.argv[1] ?? "", variables: process.env });

/** A command for a self-hosted server, as a person types it. */
export function serveCommand(words = "", options = ""): string {
  const parts = isPackage
    ? [packageCommand(), "serve", words, options]
    : ["npm run serve", words, options && `-- ${options}`];
  return parts.filter(Boolean).join(" ");
}

export const packageVersion = (root = rootFolder): string =>
  JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;

export const readConfig = (): ProjectConfig => readProjectConfig(rootFolder);

/** The command that empties a data folder, as a person types it. */
function resetCommand(data: string | undefined): string {
  if (data === undefined) return "npm run stack reset";
  const quoted = /^[\w@%+=:,./-]+$/.test(data) ? data : `'${data.replaceAll("'", `'\\''`)}'`;
  return `npm run stack reset -- --data ${quoted}`;
}

/**
 * The data folder.
 * @param data `--data DIR`; by default `.rota`
 * @throws StackError for an empty name
 */
export function chooseFolder(data: string | undefined): FolderChoice {
  if (data !== undefined && data.trim() === "") {
    throw new StackError("--data takes the name of a folder, and got none.");
  }
  const path = data === undefined ? join(rootFolder, ".rota") : resolve(data);
  return { path, remedy: `start over with "${resetCommand(data)}"` };
}
