import { execFile } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rootFolder } from "../../cli/project.ts";
import { runBootstrap } from "../support/stack-process.ts";

/** A fresh clone without installed packages, and a registry for the test. */
let clone = "";
let registry: Server;
beforeEach(async () => {
  clone = mkdtempSync(join(tmpdir(), "rota-install-"));
  for (const folder of ["cli", "stack"]) mkdirSync(join(clone, folder));
  const files = ["package.json", "package-lock.json", "cli/bootstrap.mjs", "stack/package.json"];
  for (const file of files) {
    copyFileSync(join(rootFolder, file), join(clone, file));
  }
  registry = createServer().listen(0, "127.0.0.1");
  await once(registry, "listening");
});
afterEach(() => {
  registry.close();
  rmSync(clone, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const host = () => `127.0.0.1:${(registry.address() as AddressInfo).port}`;

const environment = (npmRegistry: string) => ({
  ...process.env,
  npm_config_registry: `http://${npmRegistry}`,
  npm_config_cache: join(clone, "cache"),
});

const start = (npmRegistry: string) =>
  runBootstrap(["start"], { env: environment(npmRegistry) }, clone);

/** Starts Rota with these packages recorded by npm as installed. Resolves to the output. */
async function startWith(packages: object): Promise<string> {
  const unreachable = host();
  registry.close();
  mkdirSync(join(clone, "node_modules"), { recursive: true });
  writeFileSync(join(clone, "node_modules/.package-lock.json"), JSON.stringify({ packages }));
  const { exitCode, log } = start(unreachable);
  await exitCode;
  return log();
}

/** npm's record on a system for which no package has a program. */
function installedHere(): Record<string, { optional?: boolean }> {
  const { packages } = JSON.parse(readFileSync(join(clone, "package-lock.json"), "utf8"));
  const { "": _project, ...all } = packages as Record<string, { optional?: boolean }>;
  return Object.fromEntries(Object.entries(all).filter(([, { optional }]) => !optional));
}

test("a first start that can't reach the registry says so instead of trying every package", async () => {
  const unreachable = host();
  registry.close();
  const { exitCode, log } = start(unreachable);
  expect(await exitCode).toBe(1);
  expect(log()).toContain(
    `the packages could not be installed (${unreachable} does not answer: ECONNREFUSED): check the network connection to the npm registry and run the command again.`,
  );
  expect(log()).not.toContain("    at ");
}, 120_000);

test("Ctrl-C during the installation ends it and npm, and is no failure", async () => {
  const asked = once(registry, "connection") as Promise<[Socket]>;
  const { child, exitCode, log } = start(host());
  const [socket] = await asked;
  const npmIsGone = once(socket.resume(), "close");
  child.kill("SIGINT");
  expect(await exitCode).toBe(0);
  expect(log()).toContain("rota: stopped.");
  await npmIsGone;
}, 120_000);

test.each([
  {
    system: "--os=linux --cpu=arm64 --libc=musl",
    programs: ["linux-arm64-musl", "linux-arm64-musl"],
  },
  { system: "--os=darwin --cpu=arm64", programs: ["darwin-arm64", "darwin-arm64"] },
  { system: "--os=win32 --cpu=x64", programs: ["windows-x64", "win32-x64"] },
])(
  "npm ci for $system has all it needs in the lock file",
  async ({ system, programs }) => {
    const npm = ["ci", "--dry-run", "--offline", ...system.split(" ")];
    const options = { cwd: clone, env: environment(host()) };
    const { stdout } = await promisify(execFile)("npm", npm, options);
    const [supabase, biome] = programs;
    expect(stdout).toContain(`add @supabase/cli-${supabase} `);
    expect(stdout).toContain(`add @biomejs/cli-${biome} `);
  },
  60_000,
);

test("what npm ci has installed is not installed again", async () => {
  expect(await startWith(installedHere())).not.toContain("installing packages");
}, 60_000);

test("a package of another version than the lock file's is replaced", async () => {
  const hono = { version: "4.0.0" };
  const log = await startWith({ ...installedHere(), "node_modules/hono": hono });
  expect(log).toContain("installing packages");
}, 60_000);
