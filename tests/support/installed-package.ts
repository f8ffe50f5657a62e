import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "../../cli/project.ts";
import { runBootstrap } from "./stack-process.ts";

/** Makes the package, and installs it as a home does, into an empty folder. @returns where it is */
export async function installPackage(place: string): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(rootFolder, "package.json"), "utf8"));
  const made = runBootstrap(["package"]);
  if ((await made.exitCode) !== 0) throw new Error(`no package was made: ${made.log()}`);
  const file = join(rootFolder, `rota-${version}.tgz`);
  writeFileSync(join(place, "package.json"), "{}");
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", file], { cwd: place });
  rmSync(file);
  return join(place, "node_modules/rota");
}
