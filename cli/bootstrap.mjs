/**
 * The entry of every npm script. Plain JavaScript with only Node's own modules, because nothing is installed
 * yet on a fresh clone: it checks the Node version, installs the lock file's packages if needed, and hands
 * over to TypeScript.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const isPosix = process.platform !== "win32";
const ATTEMPTS = 3;
const PROGRESS_MS = 5_000;
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

function fail(sentence) {
  console.error(`rota: ${sentence}`);
  process.exit(1);
}

if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Node.js ${process.versions.node} is too old: Rota needs 20.19 or newer.`);
}

/** The packages in a lock file, by folder; none if the file is missing or incomplete. */
function packagesIn(lockFile) {
  try {
    return JSON.parse(readFileSync(join(root, lockFile), "utf8")).packages;
  } catch {
    return {};
  }
}

/**
 * Whether every package that all systems need is installed as pinned. npm lists in node_modules what it
 * installed, so this works whoever ran it.
 */
function isInstalled() {
  const installed = packagesIn("node_modules/.package-lock.json");
  return Object.entries(packagesIn("package-lock.json"))
    .filter(([folder, { optional }]) => folder && !optional)
    .every(([folder, { version }]) => installed[folder] && installed[folder].version === version);
}

/** Whether the command runs until stopped, so that stopping it is a success. */
const [command, subcommand = "-"] = process.argv.slice(2);
const isServer =
  command === "start" || (["stack", "serve"].includes(command) && subcommand.startsWith("-"));

let npmPid;

/** Kills npm and its children: its process group, where the system has them. */
function endNpm() {
  try {
    if (npmPid) process.kill(isPosix ? -npmPid : npmPid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** Ends the process at once; commands replace this with an orderly stop. */
function leave() {
  endNpm();
  console.error("rota: stopped.");
  process.exit(isServer ? 0 : 130);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, leave);

/** Ignores the caller's npm settings except registry, proxy and cache. Three attempts take two minutes. */
const npmOptions = [
  ...["--include=dev", "--include=optional", "--include=peer", "--no-audit", "--no-fund"],
  ...[`--fetch-retries=${ATTEMPTS - 1}`, "--fetch-retry-mintimeout=1000"],
  ...["--fetch-retry-maxtimeout=5000", "--fetch-timeout=30000", "--loglevel=http"],
];

/** Without this, npm would try every package for half an hour when there is no network. */
function whyUnreachable(line) {
  const [, url, attempt, reason] = / (\S+) attempt (\d+) failed with (\S+)$/.exec(line) ?? [];
  if (!url || Number(attempt) < ATTEMPTS) return "";
  return `${URL.canParse(url) ? new URL(url).host : url} does not answer: ${reason}`;
}

/**
 * Installs the lock file's packages, replacing any others. Leaves standard output to `--json`. Resolves to
 * the error, if any.
 */
function install() {
  console.error("rota: installing packages (about a minute, once)…");
  return new Promise((resolve) => {
    const npm = process.env.npm_execpath
      ? [process.execPath, process.env.npm_execpath]
      : [process.platform === "win32" ? "npm.cmd" : "npm"];
    const child = spawn(npm[0], [...npm.slice(1), "ci", ...npmOptions], {
      cwd: root,
      detached: isPosix,
      stdio: ["ignore", "ignore", "pipe"],
    });
    npmPid = child.pid;
    let problem = "";
    let fetched = 0;
    const progress = setInterval(() => {
      console.error(`rota: installing packages (${fetched} fetched)…`);
    }, PROGRESS_MS);
    createInterface({ input: child.stderr }).on("line", (line) => {
      if (/^npm http (fetch GET 200|cache) /.test(line)) fetched += 1;
      const [, error] = /^npm error (?!code|errno|syscall)(.+)/.exec(line) ?? [];
      const unreachable = whyUnreachable(line);
      problem ||= error ?? unreachable;
      if (unreachable) endNpm();
    });
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code) => {
      clearInterval(progress);
      npmPid = undefined;
      resolve(code === 0 ? "" : problem || `npm ended with ${code}`);
    });
  });
}

if (!isInstalled()) {
  const problem = await install();
  if (problem) {
    const isForbidden = /EACCES|EPERM|EROFS/.test(problem);
    const advice = isForbidden
      ? `run "npm ci" in ${root} as the user whose it is`
      : "check the network connection to the npm registry and run the command again";
    fail(`the packages could not be installed (${problem}): ${advice}.`);
  }
}

const { compile, endCompiler } = await import("../stack/compile.mjs");
const program = await compile(join(root, "cli/main.ts"), root).catch((error) =>
  fail(error.message),
);
await endCompiler();
process.setSourceMapsEnabled(true);
const { main } = await import(pathToFileURL(program).href);
const code = await main(process.argv.slice(2));
// Open handles, such as a browser's connection, must not keep a finished command alive.
process.stdout.write("", () => process.exit(code));
