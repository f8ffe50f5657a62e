/**
 * The one entry of every npm script. Plain JavaScript on Node's own modules, because on a fresh
 * clone nothing is installed yet: it checks the Node version, installs what the lock file names
 * when that has not been done, and hands over to TypeScript.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const stamp = join(root, "node_modules", ".rota-installed");
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

function fail(sentence) {
  console.error(`rota: ${sentence}`);
  process.exit(1);
}

if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Node.js ${process.versions.node} is too old: Rota needs 20.19 or newer.`);
}

const lockDigest = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .update(process.version)
  .digest("hex");

function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === lockDigest;
}

/**
 * Installs what the lock file pins. Not `npm ci`: that refuses a lock file without the native builds
 * of every other system, and those are pinned exactly by the packages they belong to. npm's output
 * is kept back, and standard output left alone for `--json`. Resolves to npm's first error, if any.
 */
function install() {
  console.error("rota: installing packages (about a minute, once)…");
  return new Promise((resolve) => {
    const npm = process.env.npm_execpath
      ? [process.execPath, process.env.npm_execpath]
      : [process.platform === "win32" ? "npm.cmd" : "npm"];
    // Engine warnings are silenced: supabase-js asks for Node 22 and works on 20.19 (README).
    const child = spawn(npm[0], [...npm.slice(1), "install", "--no-save"], {
      cwd: root,
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, npm_config_loglevel: "error" },
    });
    let output = "";
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code) => {
      const errors = output.split("\n").filter((line) => line.startsWith("npm error"));
      const first = errors.find((line) => !/^npm error (code|errno|syscall)/.test(line));
      resolve(code === 0 ? "" : (first ?? `npm ended with ${code}`).replace("npm error ", ""));
    });
  });
}

if (!isInstalled()) {
  const problem = await install();
  if (problem) {
    fail(
      `the packages could not be installed (${problem}): check the network connection to the npm registry and run the command again.`,
    );
  }
  writeFileSync(stamp, lockDigest);
}

const { register } = await import(
  pathToFileURL(join(root, "node_modules/tsx/dist/esm/api/index.mjs")).href
);
register();
const { main } = await import("./main.ts");
process.exitCode = await main(process.argv.slice(2));
