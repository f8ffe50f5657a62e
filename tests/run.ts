import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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
import { failedTests, type Output, runProgram } from "./support/run-program.ts";

type Log = (line: string) => void;

/** One part of `npm test`. Resolves to whether it passed. */
interface Step {
  name: string;
  run: (output: Output) => Promise<boolean>;
}

const bin = (name: string) => join(rootFolder, "node_modules/.bin", name);

function functionEntries(): string[] {
  const folder = join(rootFolder, "supabase/functions");
  return readdirSync(folder)
    .map((name) => join(folder, name, "index.ts"))
    .filter(existsSync);
}

/** The edge functions, those with the same configuration together. */
function functionGroups(): string[][] {
  const groups = new Map<string, string[]>();
  for (const entry of functionEntries()) {
    const config = readFileSync(join(entry, "../deno.json"), "utf8");
    groups.set(config, [...(groups.get(config) ?? []), entry]);
  }
  return [...groups.values()];
}

/** Deno checks the edge functions with its own types, each under its own configuration. */
async function checkFunctions(output: Output): Promise<boolean> {
  for (const entries of functionGroups()) {
    const config = join(entries[0] ?? "", "../deno.json");
    const args = ["check", "--quiet", "--no-lock", "--node-modules-dir=manual"];
    const env = { DENO_DIR: join(rootFolder, "node_modules/.cache/deno") };
    const checked = [...args, `--config=${config}`, ...entries];
    if (!(await runProgram(denoBinary(), checked, output, env))) return false;
  }
  return true;
}

/** Looks once at everything, and once at what is used by more than the tests (`--production`). */
async function findUnused(output: Output): Promise<boolean> {
  const isUsed = await runProgram(bin("knip"), [], output);
  return (await runProgram(bin("knip"), ["--production"], output)) && isUsed;
}

const staticSteps: Step[] = [
  { name: "types", run: (output) => runProgram(bin("tsc"), ["--noEmit"], output) },
  {
    name: "lint and format",
    run: (output) => runProgram(bin("biome"), ["check", "--error-on-warnings", "."], output),
  },
  { name: "unused files, exports and dependencies", run: findUnused },
  { name: "edge function types", run: checkFunctions },
  {
    name: "unit tests",
    run: (output) =>
      runProgram(bin("vitest"), ["run", "--project", "unit", "--maxWorkers=2"], output),
  },
];

const componentStep = (filters: string[], log: Log): Step => ({
  name: "component tests",
  run: (output) => {
    const env = { ROTA_BROWSER: requireBrowser(log) };
    return runProgram(bin("vitest"), ["run", "--project", "components", ...filters], output, env);
  },
});

/** A backend under test, the projects of vitest.config.ts that it is for, and the port of the app that its mails lead to. */
interface Backend {
  addresses: StackAddresses;
  projects: Project[];
  appPort: number;
  stop: () => Promise<void>;
}

/**
 * In CI, where README's commands have to run on the ports that it names: Linux gives those to outgoing
 * connections, too, unless they are reserved. Where that is not allowed, it is left to chance.
 */
function reserveReadmePorts(): void {
  if (!process.env.CI) return;
  const { api } = choosePorts(readConfig(), undefined, undefined);
  try {
    writeFileSync("/proc/sys/net/ipv4/ip_local_reserved_ports", `${api}-${api + 19}`);
  } catch {
    // No Linux, or not the administrator.
  }
}

async function startBackend(onSupabase: boolean, log: Log): Promise<Backend> {
  if (onSupabase) {
    const { app } = choosePorts(readConfig(), undefined, undefined);
    const { addresses } = await startSupabase(rootFolder, log);
    // Supabase is left running, as `supabase start` does.
    return { addresses, projects: ["stack"], appPort: app, stop: async () => {} };
  }
  reserveReadmePorts();
  const portBase = await findPortBase(20);
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

type Project = "stack" | "embedded" | "embedded-supabase";

const stackStep = (
  name: string,
  projects: readonly Project[],
  { addresses }: Backend,
  filters: string[] = [],
): Step => ({
  name,
  run: (output) => {
    const args = ["run", ...projects.map((project) => `--project=${project}`), ...filters];
    return runProgram(bin("vitest"), args, output, stackVariables(addresses));
  },
});

/** What may run beside each other; chosen tests are few, and run in one go. */
function stackLanes(backend: Backend, filters: string[]): [Step[], Step[]] {
  const all = "database, functions and live tests";
  if (filters.length > 0 || !backend.projects.includes("embedded")) {
    return [[driftStep(backend), stackStep(all, backend.projects, backend, filters)], []];
  }
  return [
    [driftStep(backend), stackStep(all, ["stack"], backend)],
    // They start stacks of their own, and leave the one under test as it is.
    [stackStep("tests of the embedded stack", ["embedded", "embedded-supabase"], backend)],
  ];
}

/** Serves the app, on this backend, at its port. Resolves to the function that ends it. */
type Serve = (backend: Backend) => Promise<() => Promise<void>>;

const serveBuild: Serve = async ({ addresses, appPort }) => {
  await buildApp(addresses);
  return serveBuiltApp(appPort);
};

/** As `npm start` does. */
const serveSources: Serve = async ({ addresses, appPort }) =>
  (await serveApp(addresses, appPort)).close;

async function runPlaywright(
  backend: Backend,
  serve: Serve,
  browser: string,
  args: string[],
  output: Output,
) {
  const { addresses, appPort } = backend;
  const close = await serve(backend);
  const appUrl = `http://127.0.0.1:${appPort}`;
  const env = { ...stackVariables(addresses), ROTA_APP_URL: appUrl, ROTA_BROWSER: browser };
  try {
    return await runProgram(bin("playwright"), ["test", ...args], output, env);
  } finally {
    await close();
  }
}

const browserStep = (backend: Backend, browser: string, filters: string[]): Step => ({
  name: "browser tests",
  run: (output) => runPlaywright(backend, serveBuild, browser, filters, output),
});

const devServerStep = (backend: Backend, browser: string, filters: string[]): Step => ({
  name: "browser tests on the development server",
  run: (output) => {
    const config = "--config=playwright.dev-server.config.ts";
    // Filters are for the whole suite; few of them choose one of these.
    const args = [config, "--pass-with-no-tests", ...filters];
    return runPlaywright(backend, serveSources, browser, args, output);
  },
});

/** Pictures of every screen, into screenshots/. */
const screenshotStep = (backend: Backend, browser: string): Step => ({
  name: "screenshots",
  run: (output) => {
    const args = ["--config=playwright.screenshots.config.ts"];
    return runPlaywright(backend, serveBuild, browser, args, output);
  },
});

interface Outcome {
  passed: number;
  failed: string[];
}

/** Runs steps one after the other, all of them whatever fails. */
async function runSteps(steps: Step[], output: Output, log: Log): Promise<Outcome> {
  const failed: string[] = [];
  for (const { name, run } of steps) {
    log(`${name}…`);
    const startedAt = Date.now();
    const passed = await run(output).catch((error: unknown) => {
      console.error(error);
      return false;
    });
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    log(`${name}: ${passed ? "passed" : "FAILED"} (${seconds} s)`);
    if (!passed) failed.push(name);
  }
  return { passed: steps.length - failed.length, failed };
}

const parts = ["static", "components", "stack", "browser", "screenshots"] as const;
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

/** The steps on a backend in two lanes that run side by side. */
function backendLanes(
  backend: Backend,
  only: Part | undefined,
  filters: string[],
  log: Log,
): [Step[], Step[]] {
  const [first, second] =
    only === undefined || only === "stack" ? stackLanes(backend, filters) : [[], []];
  if (only === "stack") return [first, second];
  const browser = requireBrowser(log);
  const inBrowser =
    only === "screenshots"
      ? [screenshotStep(backend, browser)]
      : [browserStep(backend, browser, filters), devServerStep(backend, browser, filters)];
  return [[...first, ...inBrowser], second];
}

/**
 * `npm test`: everything there is, on a stack of its own with throw-away data. `--only PART` runs
 * static (what needs no stack), components (in a browser, without a stack), stack, browser or
 * screenshots (which are no test, and made only when they are asked for); further words choose tests
 * of that part. `--on-supabase` runs them against `supabase start`, without those about the embedded
 * stack. What waits for a backend and what does without run side by side.
 */
export async function runTests(args: string[], log: Log): Promise<number> {
  const { only, onSupabase, filters } = parse(args);
  const wants = (part: Part) => only === undefined || only === part;
  const steps = [
    ...(wants("static") ? staticSteps : []),
    ...(wants("components") ? [componentStep(only ? filters : [], log)] : []),
  ];
  const outcomes = await (only === "static" || only === "components"
    ? Promise.all([runSteps(steps, "shown", log)])
    : runOnBackend(onSupabase, log, (backend) => {
        const [first, second] = backendLanes(backend, only, filters, log);
        return [runSteps(first, "shown", log), runSteps([...steps, ...second], "held", log)];
      }));
  const failed = outcomes.flatMap((outcome) => outcome.failed);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  if (failed.length > 0) log(`failed: ${failed.join(", ")}`);
  for (const failure of failedTests()) console.log(failure);
  console.log(`steps: ${passed} passed, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
}

async function runOnBackend(
  onSupabase: boolean,
  log: Log,
  run: (backend: Backend) => Promise<Outcome>[],
): Promise<Outcome[]> {
  const backend = await startBackend(onSupabase, log);
  try {
    return await Promise.all(run(backend));
  } finally {
    await backend.stop();
  }
}
