import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

export function runQuietly(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { stdio: ["ignore", "ignore", "ignore"], env }).status === 0;
}

/** Installs the first available one of several packages if we may; false otherwise. */
export function installPackage(...names: string[]): boolean {
  const isDebianRoot = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!isDebianRoot || !runQuietly("apt-get", ["update", "-qq"])) return false;
  const installing = ["install", "-y", "-qq", "--no-install-recommends"];
  return names.some((name) => runQuietly("apt-get", [...installing, name]));
}

/** Whether a command exists, which a Debian package contains. */
export const hasCommand = (command: string, packageName: string): boolean =>
  ["/usr/bin", "/usr/sbin", ...(process.env.PATH ?? "").split(":")].some((folder) =>
    existsSync(`${folder}/${command}`),
  ) || installPackage(packageName);
