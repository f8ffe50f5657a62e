import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { choosePorts } from "embedded-supabase/config.ts";
import { StackError } from "embedded-supabase/errors.ts";
import { startSupabase } from "embedded-supabase/on-supabase.ts";
import { findPortBase } from "embedded-supabase/ports.ts";
import { denoBinary } from "embedded-supabase/services/functions.ts";
import { type StackAddresses, startStack } from "embedded-supabase/stack.ts";
import { serveApp } from "../cli/app-server.ts";
import { readConfig, rootFolder } from "../cli/project.ts";
import { hasDrifted } from "../cli/types.ts";
import { requireBrowser } from "./support/browser.ts";
import { stackVariables } from "./support/environment.ts";
import { buildApp, serveBuiltApp } from "./support/preview.ts";

type Log = (line: string) => void;

/** One part of `npm test`. Resolves to whether it passed. */
interface Step {
  name: string;
  run: () => Promise<boolean>;
}

const bin = (name: string) => join(rootFolder, "node_modules/.bin", name);

function runProgram(command: string, args: string[], env: Record<string, string> = {}) {
  return new Promise<boolean>((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: rootFolder,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
    });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code === 0));
  });
}

function functionEntries(): string[] {
  const folder = join(rootFolder, "supabase/functions");
  return readdirSync(folder)
    .map((name) => join(folder, name, "index.ts"))
    .filter(existsSync);
}

/** Deno checks the edge functions with its own types, each under its own configuration. */
async function checkFunctions(): Promise<boolean> {
  for (const entry of functionEntries()) {
    const config = join(entry, "../deno.json");
    const args = ["check", "--quiet", "--no-lock", "--node-modules-dir=manual"];
    const env = { DENO_DIR: join(rootFolder, "node_modules/.cache/deno") };
    if (!(await runProgram(denoBinary(), [...args, `--config=${config}`, entry], env)))
      return false;
  }
  return true;
}

/** Looks once at everything, and once at what is used by more than the tests (`--production`). */
async function findUnused(): Promise<boolean> {
  const isUsed = await runProgram(bin("knip"), []);
  return (await runProgram(bin("knip"), ["--production"])) && isUsed;
}

const staticSteps: Step[] = [
  { name: "types", run: () => runProgram(bin("tsc"), ["--noEmit"]) },
  {
    name: "lint and format",
    run: () => runProgram(bin("biome"), ["check", "--error-on-warnings", "."]),
  },
  { name: "unused files, exports and dependencies", run: findUnused },
  { name: "edge function types", run: checkFunctions },
  {
    name: "unit tests",
    run: () => runProgram(bin("vitest"), ["run", "--project", "unit", "--maxWorkers=2"]),
  },
];

/** A backend under test, the projects of vitest.config.ts that it is for, and the port of the app that its mails lead to. */
interface Backend {
  addresses: StackAddresses;
  projects: string[];
  appPort: number;
  stop: () => Promise<void>;
}

async function startBackend(onSupabase: boolean, log: Log): Promise<Backend> {
  if (onSupabase) {
    const { app } = choosePorts(readConfig(), undefined, undefined);
    const { addresses } = await startSupabase(rootFolder, log);
    // Supabase is left running, as `supabase start` does.
    return { addresses, projects: ["stack"], appPort: app, stop: async () => {} };
  }
  const portBase = await findPortBase(10);
  const stack = await startStack({ projectFolder: rootFolder, portBase, seed: true }, log);
  const { addresses, ports, stop } = stack;
  return {
    addresses,
    projects: ["stack", "embedded", "embedded-supabase"],
    appPort: ports.app,
    stop,
  };
}

const driftStep = ({ addresses }: Backend): Step => ({
  name: "database types are up to date",
  run: async () => !(await hasDrifted(addresses.dbUrl)),
});

const stackStep = ({ addresses, projects }: Backend, filters: string[]): Step => ({
  name: "database, functions and live tests",
  run: () =>
    runProgram(
      bin("vitest"),
      ["run", ...projects.map((name) => `--project=${name}`), ...filters],
      stackVariables(addresses),
    ),
});

/** Serves the app, on this backend, at its port. Resolves to the function that ends it. */
type Serve = (backend: Backend) => Promise<() => Promise<void>>;

const serveBuild: Serve = async ({ addresses, appPort }) => {
  await buildApp(addresses);
  return serveBuiltApp(appPort);
};

/** As `npm start` does. */
const serveSources: Serve = async ({ addresses, appPort }) =>
  (await serveApp(addresses, appPort)).close;

async function runPlaywright(backend: Backend, serve: Serve, browser: string, args: string[]) {
  const { addresses, appPort } = backend;
  const close = await serve(backend);
  const appUrl = `http://127.0.0.1:${appPort}`;
  const env = { ...stackVariables(addresses), ROTA_APP_URL: appUrl, ROTA_BROWSER: browser };
  try {
    return await runProgram(bin("playwright"), ["test", ...args], env);
  } finally {
    await close();
  }
}

const browserStep = (backend: Backend, browser: string, filters: string[]): Step => ({
  name: "browser tests",
  run: () => runPlaywright(backend, serveBuild, browser, filters),
});

const devServerStep = (backend: Backend, browser: string, filters: string[]): Step => ({
  name: "browser tests on the development server",
  run: () =>
    runPlaywright(backend, serveSources, browser, [
      "--config=playwright.dev-server.config.ts",
      // Filters are for the whole suite; few of them choose one of these.
      "--pass-with-no-tests",
      ...filters,
    ]),
});

/** Pictures of every screen, into screenshots/. */
const screenshotStep = (backend: Backend, browser: string): Step => ({
  name: "screenshots",
  run: () =>
    runPlaywright(backend, serveBuild, browser, ["--config=playwright.screenshots.config.ts"]),
});

async function runSteps(steps: Step[], log: Log): Promise<{ passed: number; failed: string[] }> {
  const failed: string[] = [];
  for (const { name, run } of steps) {
    log(`${name}…`);
    const startedAt = Date.now();
    const passed = await run().catch((error: unknown) => {
      console.error(error);
      return false;
    });
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    log(`${name}: ${passed ? "passed" : "FAILED"} (${seconds} s)`);
    if (!passed) failed.push(name);
  }
  return { passed: steps.length - failed.length, failed };
}

const parts = ["static", "stack", "browser", "screenshots"] as const;
type Part = (typeof parts)[number];

function parse(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { only: { type: "string" }, "on-supabase": { type: "boolean", default: false } },
  });
  const only = parts.find((part) => part === values.only);
  if (values.only !== undefined && !only) {
    throw new StackError(`--only takes one of ${parts.join(", ")}, not "${values.only}".`);
  }
  return { only, onSupabase: values["on-supabase"], filters: positionals };
}

/**
 * `npm test`: everything there is, on a stack of its own with throw-away data. `--only PART` runs
 * static (what needs no stack), stack, browser or screenshots (which are no test, and made only
 * when they are asked for); further words choose tests of that part.
 * `--on-supabase` runs them against `supabase start`, without those about the embedded stack.
 */
export async function runTests(args: string[], log: Log): Promise<number> {
  const { only, onSupabase, filters } = parse(args);
  const wants = (part: Part) => only === undefined || only === part;
  const outcome = await runSteps(wants("static") ? staticSteps : [], log);
  if (only !== "static") {
    const browser = only === "stack" ? "" : requireBrowser(log);
    const backend = await startBackend(onSupabase, log);
    try {
      const onStack = await runSteps(
        [
          ...(wants("stack") ? [driftStep(backend), stackStep(backend, filters)] : []),
          ...(wants("browser")
            ? [browserStep(backend, browser, filters), devServerStep(backend, browser, filters)]
            : []),
          ...(only === "screenshots" ? [screenshotStep(backend, browser)] : []),
        ],
        log,
      );
      outcome.passed += onStack.passed;
      outcome.failed.push(...onStack.failed);
    } finally {
      await backend.stop();
    }
  }
  if (outcome.failed.length > 0) log(`failed: ${outcome.failed.join(", ")}`);
  console.log(`steps: ${outcome.passed} passed, ${outcome.failed.length} failed`);
  return outcome.failed.length === 0 ? 0 : 1;
}
