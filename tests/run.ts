import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { serveApp } from "../cli/app-server.ts";
import { readConfig, rootFolder } from "../cli/project.ts";
import { hasDrifted } from "../cli/types.ts";
import { choosePorts } from "../stack/config.ts";
import { StackError } from "../stack/errors.ts";
import { startSupabase } from "../stack/on-supabase.ts";
import { findPortBase } from "../stack/ports.ts";
import { denoBinary, importMapOption } from "../stack/services/functions.ts";
import { type StackAddresses, startStack } from "../stack/stack.ts";
import { requireBrowser } from "./support/browser.ts";
import { stackVariables } from "./support/environment.ts";
import { failedLiveTests } from "./support/live-tests.ts";
import { buildApp, serveBuiltApp } from "./support/preview.ts";
import {
  failedTests,
  flakyTests,
  type Output,
  runPatiently,
  runProgram,
} from "./support/run-program.ts";

type Log = (line: string) => void;

/** One part of `npm test`. Resolves to whether it passed. */
interface Step {
  name: string;
  run: (output: Output) => Promise<boolean>;
}

const bin = (name: string) => join(rootFolder, "node_modules/.bin", name);

/** Deno checks the edge functions with its own types and the packages with which they run here. */
async function checkFunctions(output: Output): Promise<boolean> {
  const folder = join(rootFolder, "supabase/functions");
  const entry = (name: string) => join(folder, name, "index.ts");
  const names = readdirSync(folder).filter((name) => existsSync(entry(name)));
  const args = ["check", "--quiet", "--no-lock", "--no-config", "--node-modules-dir=manual"];
  const checked = [...args, importMapOption(rootFolder, names), ...names.map(entry)];
  const env = { DENO_DIR: join(rootFolder, "node_modules/.cache/deno") };
  return runProgram(denoBinary(), checked, output, env);
}

/** Looks once at everything, and once at what is used by more than the tests (`--production`). */
async function findUnused(output: Output): Promise<boolean> {
  const isUsed = await runProgram(bin("knip"), [], output);
  return (await runProgram(bin("knip"), ["--production"], output)) && isUsed;
}

/** Which tests run: words choose files, `--shard=1/2` the first half of what they choose. */
type Choice = readonly string[];

const isShard = (word: string) => word.startsWith("--shard=");

const staticSteps: Step[] = [
  { name: "types", run: (output) => runProgram(bin("tsc"), ["--noEmit"], output) },
  {
    name: "lint and format",
    run: (output) => runProgram(bin("biome"), ["check", "--error-on-warnings", "."], output),
  },
  { name: "unused files, exports and dependencies", run: findUnused },
  { name: "edge function types", run: checkFunctions },
];

const unitStep = (choice: Choice): Step => ({
  name: "unit tests",
  run: (output) => {
    const args = ["run", "--project=unit", "--maxWorkers=2", ...choice];
    return runProgram(bin("vitest"), args, output);
  },
});

const componentStep = (choice: Choice, log: Log): Step => ({
  name: "component tests",
  run: (output) => {
    const env = { ROTA_BROWSER: requireBrowser(log) };
    return runProgram(bin("vitest"), ["run", "--project=components", ...choice], output, env);
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
  choice: Choice,
): Step => ({
  name,
  run: (output) => {
    const chosen = projects.map((project) => `--project=${project}`);
    const report = join(rootFolder, `test-results/${projects[0]}.json`);
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const args = ["run", ...chosen, ...reporters, ...choice];
    const again = () => {
      const failed = failedLiveTests(report);
      return failed && ["run", ...chosen, ...failed];
    };
    return runPatiently(bin("vitest"), args, output, stackVariables(addresses), again);
  },
});

/** What may run beside each other; chosen tests are few, and run in one go. */
function stackLanes(backend: Backend, choice: Choice): [Step[], Step[]] {
  const all = "database, functions and live tests";
  if (!choice.every(isShard) || !backend.projects.includes("embedded")) {
    return [[driftStep(backend), stackStep(all, backend.projects, backend, choice)], []];
  }
  return [
    [driftStep(backend), stackStep(all, ["stack"], backend, choice)],
    // They start stacks of their own, and leave the one under test as it is.
    [stackStep("tests of the embedded stack", ["embedded", "embedded-supabase"], backend, choice)],
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
  const lastRun = join(rootFolder, "test-results/last-run.json");
  const env = {
    ...{ ...stackVariables(addresses), ROTA_APP_URL: appUrl, ROTA_BROWSER: browser },
    PLAYWRIGHT_LAST_RUN_OUTPUT_FILE: lastRun,
  };
  const command = ["test", ...args];
  // Into another folder: the first run's traces stay.
  const alone = ["--last-failed", "--workers=1", "--output=test-results/once-more"];
  try {
    return await runPatiently(bin("playwright"), command, output, env, () => [
      ...command,
      ...alone,
    ]);
  } finally {
    await close();
  }
}

const browserStep = (backend: Backend, browser: string, choice: Choice): Step => ({
  name: "browser tests",
  run: (output) => runPlaywright(backend, serveBuild, browser, [...choice], output),
});

const devServerStep = (backend: Backend, browser: string, choice: Choice): Step => ({
  name: "browser tests on the development server",
  run: (output) => {
    const config = "--config=playwright.dev-server.config.ts";
    // Few choices have one of these.
    const args = [config, "--pass-with-no-tests", ...choice];
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
    options: {
      only: { type: "string" },
      "on-supabase": { type: "boolean", default: false },
      long: { type: "boolean", default: false },
      shard: { type: "string" },
    },
  });
  const only = parts.find((part) => part === values.only);
  if (values.only !== undefined && !only) {
    throw new StackError(`--only takes one of ${parts.join(", ")}, not "${values.only}".`);
  }
  if (values.shard !== undefined && !/^[1-9]\d*\/[1-9]\d*$/.test(values.shard)) {
    throw new StackError(`--shard takes a part of all, like 1/2, not "${values.shard}".`);
  }
  // Vitest and Playwright know the same option.
  const choice = [...positionals, ...(values.shard ? [`--shard=${values.shard}`] : [])];
  return { only, onSupabase: values["on-supabase"], isLong: values.long, choice };
}

/** The steps on a backend in two lanes that run side by side. */
function backendLanes(
  backend: Backend,
  only: Part | undefined,
  choice: Choice,
  log: Log,
): [Step[], Step[]] {
  const [first, second] =
    only === undefined || only === "stack" ? stackLanes(backend, choice) : [[], []];
  if (only === "stack") return [first, second];
  const browser = requireBrowser(log);
  const inBrowser =
    only === "screenshots"
      ? [screenshotStep(backend, browser)]
      : [browserStep(backend, browser, choice), devServerStep(backend, browser, choice)];
  return [[...first, ...inBrowser], second];
}

/** So many tests that pass only when they run once more are a fault of their own. */
const MOST_FLAKY = 2;

/**
 * `npm test`: everything there is, on a stack of its own with throw-away data. `--only PART` runs
 * static (what needs no stack), components (in a browser, without a stack), stack, browser or screenshots (which are no test, and made only when they are asked for); further words choose tests
 * of that part. `--shard 1/2` runs the first half of the tests, `--long` plays the long histories whole
 * (tests/support/runs.ts). `--on-supabase` runs them against `supabase start`, without those about the
 * embedded stack. What waits for a backend and what does without run side by side.
 */
export async function runTests(args: string[], log: Log): Promise<number> {
  const { only, onSupabase, isLong, choice } = parse(args);
  if (isLong) process.env.ROTA_RUNS ??= "1";
  const wants = (part: Part) => only === undefined || only === part;
  const shard = choice.filter(isShard);
  const isFirst = shard.every((word) => word.startsWith("--shard=1/"));
  const steps = [
    ...(wants("static") ? [...(isFirst ? staticSteps : []), unitStep(shard)] : []),
    ...(wants("components") ? [componentStep(only ? choice : shard, log)] : []),
  ];
  const outcomes = await (only === "static" || only === "components"
    ? Promise.all([runSteps(steps, "shown", log)])
    : runOnBackend(onSupabase, log, (backend) => {
        const [first, second] = backendLanes(backend, only, choice, log);
        return [runSteps(first, "shown", log), runSteps([...steps, ...second], "held", log)];
      }));
  const failed = outcomes.flatMap((outcome) => outcome.failed);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  if (failed.length > 0) log(`failed: ${failed.join(", ")}`);
  for (const failure of failedTests()) console.log(failure);
  const flaky = flakyTests();
  for (const failure of flaky) console.log(`flaky, it passed when it ran once more:\n${failure}`);
  if (flaky.length > MOST_FLAKY) failed.push(`${flaky.length} flaky tests`);
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
