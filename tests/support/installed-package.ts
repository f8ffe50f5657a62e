import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_NAME } from "../../cli/package.ts";
import { packageVersion, rootFolder } from "../../cli/project.ts";
import { runBootstrap } from "./stack-process.ts";

/** Makes the package in a folder. @returns its file */
export async function makePackageIn(place: string): Promise<string> {
  const name = `rota-${packageVersion()}.tgz`;
  const made = runBootstrap(["package"]);
  if ((await made.exitCode) !== 0) throw new Error(`no package was made: ${made.log()}`);
  execFileSync("mv", [join(rootFolder, name), place]);
  return join(place, name);
}

/** Makes the package and installs it into an empty folder, like at home. @returns its place */
export async function installPackage(place: string): Promise<string> {
  const file = await makePackageIn(place);
  writeFileSync(join(place, "package.json"), "{}");
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", file], { cwd: place });
  return join(place, "node_modules", PACKAGE_NAME);
}
