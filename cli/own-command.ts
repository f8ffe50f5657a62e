import { existsSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import * as v from "valibot";

/** What npm notes of what it was asked to run, beside what it has fetched for that. */
const fetchedSchema = v.object({ _npx: v.object({ packages: v.tuple([v.string()]) }) });

/** How this program was started. */
interface Start {
  /** the package's folder */
  readonly root: string;
  /** the started file, as it was named */
  readonly program: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** What `npx` was asked for, when it has fetched the package for one run. */
function fetchedPackage(root: string): string | undefined {
  // Beside "node_modules"; the package's name may have a scope.
  for (const up of ["../..", "../../.."]) {
    const file = join(root, up, "package.json");
    if (!existsSync(file)) continue;
    const { success, output } = v.safeParse(fetchedSchema, JSON.parse(readFileSync(file, "utf8")));
    if (success) return output._npx.packages[0];
  }
  return undefined;
}

/** Whether `npx` has fetched the package: it may remove it. */
export const isFetched = (root: string): boolean => fetchedPackage(root) !== undefined;

/** A word as a shell reads it. */
const quoted = (text: string) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * The command that starts this installation of the package, as a person types it. Who starts it in a way of
 * their own says in ROTA_COMMAND how.
 */
export function ownCommand({ root, program, variables }: Start): string {
  const { ROTA_COMMAND: said, PATH = "", npm_command: npmCommand } = variables;
  if (said) return said;
  const fetched = fetchedPackage(root);
  if (fetched) return `npx ${quoted(fetched)}`;
  if (npmCommand === "exec") return "npx rota";
  const file = realpathSync(program);
  const isOnPath = PATH.split(delimiter)
    .map((folder) => join(folder, "rota"))
    .some((place) => existsSync(place) && realpathSync(place) === file);
  return isOnPath ? "rota" : quoted(program);
}
