import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { rootFolder } from "../../cli/project.ts";

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: rootFolder, encoding: "utf8" }).split("\0").filter(Boolean);

/** Adds uncommitted changes and the installed packages to a fresh clone of this checkout. */
export function completeClone(clone: string): void {
  for (const file of git("ls-files", "-z", "-m", "-o", "-d", "--exclude-standard")) {
    const target = join(clone, file);
    rmSync(target, { force: true });
    if (!existsSync(join(rootFolder, file))) continue;
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(rootFolder, file), target);
  }
  // Links instead of copies take half a second; caches, which programs write to, are left out.
  execFileSync("cp", ["-al", join(rootFolder, "node_modules"), clone]);
  for (const cache of [".cache", ".vite"]) {
    rmSync(join(clone, "node_modules", cache), { recursive: true, force: true });
  }
}

/** The environment of a new terminal, instead of a test run's. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|VITEST|ROTA_|NODE_ENV$|INIT_CWD$)/.test(name),
  );
  return Object.fromEntries(entries);
}
