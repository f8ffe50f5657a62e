import { existsSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import * as v from "valibot";

/** npm's note of the packages that it fetched for `npx`. */
const fetchedSchema = v.object({ _npx: v.object({ packages: v.tuple([v.string()]) }) });

interface Start {
  readonly root: string;
  /** the file that was started, as it was named */
  readonly program: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** The package that `npx` was asked for, if it fetched it for one run. */
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

/** Whether `npx` fetched the package, and so may remove it. */
export const isFetched = (root: string): boolean => fetchedPackage(root) !== undefined;

/** Quotes a word for a shell. */
const quoted = (text: string) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * The command that starts this installation of the package, as a person types it. ROTA_COMMAND overrides it
 * for other ways of starting.
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
