import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { serveApp } from "../cli/app-server.ts";
import { readConfig, rootFolder } from "../cli/project.ts";
import { hasDrifted } from "../cli/types.ts";
import { choosePorts } from "../stack/config.ts";
import { StackError } from "../stack/errors.ts";
import { startSupabase } from "../stack/on-supabase.ts";
import { findPortBase, STACK_PORTS } from "../stack/ports.ts";
import { denoBinary, importMapOption } from "../stack/services/functions.ts";
import { type StackAddresses, startStack } from "../stack/stack.ts";
import { requireBrowser } from "./support/browser.ts";
import { stackVariables } from "./support/environment.ts";
import { buildApp, serveBuiltApp } from "./support/preview.ts";
import { fixedWork, ProcessorMeter } from "./support/processor.ts";
import { type Counted, readReport, tooLong } from "./support/reports.ts";
import { failedTests, type Output, type Program, runProgram } from "./support/run-program.ts";

/** docs/tests.md says what each tier and each of its steps guards. */

type Log = (line: string) => void;

interface Tools {
  report: string;
  run: (command: string, args: string[], env?: Program["env"]) => Promise<boolean>;
}

interface Step {
  name: string;
  run: (tools: Tools) => Promise<boolean>;
}

/** Limits of the first tier: those that don't depend on the machine's speed are failures, others are only reported. */
const budget = { seconds: 600, minutes: 8, databases: 2, browserTests: 30 };

const results = join(rootFolder, "test-results");
const bin = (name: string) => join(rootFolder, "node_modules/.bin", name);

/** Deno checks the edge functions with its own types and with the packages that they use here. */
const checkFunctions: Step["run"] = ({ run }) => {
  const folder = join(rootFolder, "supabase/functions");
  const entry = (name: string) => join(folder, name, "index.ts");
  const names = readdirSync(folder).filter((name) => existsSync(entry(name)));
  const args = ["check", "--quiet", "--no-lock", "--no-config", "--node-modules-dir=manual"];
  const checked = [...args, importMapOption(rootFolder, names), ...names.map(entry)];
  return run(denoBinary(), checked, { DENO_DIR: join(rootFolder, "node_modules/.cache/deno") });
};

/** Checks everything once, and code that only tests use once more (`--production`). */
const findUnused: Step["run"] = async ({ run }) =>
  (await run(bin("knip"), [])) && run(bin("knip"), ["--production"]);

const staticSteps: Step[] = [
  { name: "types", run: ({ run }) => run(bin("tsc"), ["--noEmit", "--singleThreaded"]) },
  {
    name: "lint and format",
    run: async ({ run }) =>
      (await run(bin("biome"), ["check", "--error-on-warnings", "."])) &&
      run(bin("prettier"), ["--check", "--log-level=warn", "supabase/schemas"]),
  },
  { name: "unused files, exports and dependencies", run: findUnused },
  { name: "edge function types", run: checkFunctions },
];

type Project =
  | "unit"
  | "domain"
  | "alone"
  | "components"
  | "stack"
  | "live"
  | "embedded"
  | "embedded-supabase";

/** Leaves out files and tests marked for the second tier. */
const onlyFirst = ["--exclude=**/*.all.test.{ts,tsx}", "--tags-filter=!all"];

/** A run of Vitest: some projects of vitest.config.ts, or files of any project. */
const vitestStep = (
  name: string,
  { projects = [], files = [] }: { projects?: Project[]; files?: string[] },
  env: Program["env"] = {},
): Step => ({
  name,
  run: ({ run, report }) => {
    const chosen = [...projects.map((project) => `--project=${project}`), ...files];
    const tier = process.env.ROTA_TIER === "first" ? onlyFirst : [];
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    return run(bin("vitest"), ["run", ...chosen, ...tier, ...reporters], env);
  },
});

/** For tests on a stack: files side by side would lease each other's people. */
const onStack = (backend: Backend) => ({
  ...stackVariables(backend.addresses),
  VITEST_MAX_WORKERS: "1",
});

/** A backend under test, and the app's port, for links in its mails. */
interface Backend {
  addresses: StackAddresses;
  appPort: number;
  stop: () => Promise<void>;
}

/** In CI, README's own ports are kept free of outgoing connections, where Linux allows that. */
function reserveReadmePorts(): void {
  if (!process.env.CI) return;
  const { api } = choosePorts(readConfig(), undefined, undefined);
  try {
    writeFileSync("/proc/sys/net/ipv4/ip_local_reserved_ports", `${api}-${api + STACK_PORTS - 1}`);
  } catch {
    // Not Linux, or not root.
  }
}

/** A separate stack with temporary data and no schedule, or `supabase start`, which keeps running. */
async function startBackend(onSupabase: boolean, log: Log): Promise<Backend> {
  if (onSupabase) {
    const { app } = choosePorts(readConfig(), undefined, undefined);
    const { addresses } = await startSupabase(rootFolder, log);
    return { addresses, appPort: app, stop: async () => {} };
  }
  const options = { projectFolder: rootFolder, portBase: await findPortBase(STACK_PORTS) };
  const stack = await startStack({ ...options, seed: true, schedule: false }, log);
  return { addresses: stack.addresses, appPort: stack.ports.app, stop: stack.stop };
}

const driftStep = ({ addresses }: Backend): Step => ({
  name: "database types are up to date",
  run: async () => !(await hasDrifted(addresses.dbUrl)),
});

/** A run of Playwright against the app, served as built or, like `npm start`, from its sources. */
const browserStep = (
  name: string,
  { addresses, appPort }: Backend,
  args: string[],
  log: Log,
  fromSources = false,
): Step => ({
  name,
  run: async ({ run, report }) => {
    const env = {
      ...stackVariables(addresses),
      ROTA_APP_URL: `http://127.0.0.1:${appPort}`,
      ROTA_BROWSER: requireBrowser(log),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    };
    if (!fromSources) await buildApp(addresses);
    const close = fromSources
      ? (await serveApp(addresses, appPort)).close
      : await serveBuiltApp(appPort);
    try {
      return await run(bin("playwright"), ["test", "--reporter=list,json", ...args], env);
    } finally {
      await close();
    }
  },
});

const DEV_SERVER = "--config=playwright.dev-server.config.ts";

/** Steps that may run in parallel: without the backend, and with it. */
type Lanes = [Step[], Step[]];

function firstTier(backend: Backend, onSupabase: boolean, log: Log): Lanes {
  const env = { ROTA_BROWSER: requireBrowser(log) };
  return [
    [
      ...staticSteps,
      vitestStep("unit tests", { projects: ["unit", "domain", "alone", "embedded-supabase"] }),
      vitestStep("component tests", { projects: ["components"] }, env),
      ...(onSupabase ? [] : [vitestStep("a server of one's own", { projects: ["embedded"] }, env)]),
    ],
    [
      driftStep(backend),
      vitestStep(
        "database, functions and live tests",
        { projects: ["stack", "live"] },
        onStack(backend),
      ),
      browserStep("browser tests", backend, ["--grep=@first", "--workers=2", "--trace=off"], log),
    ],
  ];
}

const parts = ["screens", "server", "load"] as const;
type Part = (typeof parts)[number];

function secondTier(backend: Backend, chosen: readonly Part[], log: Log): Lanes {
  const variables = onStack(backend);
  const browser = { ROTA_BROWSER: requireBrowser(log) };
  const server: Project[] = ["embedded", "embedded-supabase"];
  const has = (part: Part, ...steps: Step[]) => (chosen.includes(part) ? steps : []);
  return [
    [
      ...(chosen.length === parts.length ? staticSteps : []),
      ...has("load", vitestStep("unit tests", { projects: ["unit", "domain", "alone"] })),
      ...has("screens", vitestStep("component tests", { projects: ["components"] }, browser)),
      ...has(
        "server",
        vitestStep("tests of servers", { projects: server }, { ...variables, ...browser }),
      ),
    ],
    [
      ...has(
        "load",
        driftStep(backend),
        vitestStep(
          "database, functions and live tests",
          { projects: ["stack", "live"] },
          variables,
        ),
      ),
      ...has(
        "screens",
        browserStep("browser tests", backend, [], log),
        browserStep("browser tests on the development server", backend, [DEV_SERVER], log, true),
      ),
    ],
  ];
}

function findFiles(words: string[]): string[] {
  const folders = ["build", "cli", "deploy", "src", "stack", "tests"];
  const paths = folders.flatMap((folder) =>
    readdirSync(join(rootFolder, folder), { recursive: true, encoding: "utf8" })
      .filter(
        (path) => /\.(test\.tsx?|e2e\.ts|dev\.ts)$/.test(path) && !path.includes("node_modules"),
      )
      .map((path) => join(folder, path)),
  );
  const found = paths.filter((path) => words.some((word) => path.includes(word)));
  if (found.length === 0) throw new StackError(`no test file is called ${words.join(" or ")}.`);
  return found;
}

const isBrowserTest = (file: string) => file.startsWith("tests/e2e/");
const isDevTest = (file: string) => file.endsWith(".dev.ts");
const needsStack = (file: string) => /^tests\/(db|functions|live|stack|e2e)\//.test(file);

function chosenFiles(backend: Backend | undefined, files: string[], log: Log): Lanes {
  const inVitest = files.filter((file) => !isBrowserTest(file));
  const env = {
    ...(backend && onStack(backend)),
    ...(files.some((file) => /components|serve/.test(file)) && {
      ROTA_BROWSER: requireBrowser(log),
    }),
  };
  const built = files.filter((file) => isBrowserTest(file) && !isDevTest(file));
  const dev = files.filter(isDevTest);
  return [
    inVitest.length > 0 ? [vitestStep("tests", { files: inVitest }, env)] : [],
    backend
      ? [
          ...(built.length > 0 ? [browserStep("browser tests", backend, built, log)] : []),
          ...(dev.length > 0
            ? [browserStep("on the development server", backend, [DEV_SERVER, ...dev], log, true)]
            : []),
        ]
      : [],
  ];
}

/** Runs all steps one by one, whatever fails. Resolves to the names of the failed ones. */
async function runSteps(
  steps: Step[],
  { output, log, meter }: { output: Output; log: Log; meter: ProcessorMeter },
): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, run } of steps) {
    log(`${name}…`);
    const startedAt = Date.now();
    const passed = await run({
      report: reportOf(name),
      run: (command, args, env = {}) =>
        runProgram({ command, args, env, output, onStart: (pid) => meter.follow(pid, name) }),
    }).catch((error: unknown) => {
      console.error(error);
      return false;
    });
    log(
      `${name}: ${passed ? "passed" : "FAILED"} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`,
    );
    if (!passed) failed.push(name);
  }
  return failed;
}

const reportOf = (name: string) => join(results, `${name.replaceAll(/\W+/g, "-")}.json`);
const leftOutFile = join(results, "left-out.txt");

/** Missing things for which tests were left out. */
const readLeftOut = (): string[] =>
  existsSync(leftOutFile)
    ? [...new Set(readFileSync(leftOutFile, "utf8").trim().split("\n"))].sort()
    : [];

interface Usage {
  seconds: Map<string, number>;
  databases: number;
  wall: number;
  fixed: number;
}

function printUsage({ seconds, wall, fixed }: Usage, reports: Counted[], log: Log): void {
  const all = [...seconds.values()].reduce((sum, one) => sum + one, 0);
  const inWork = (used: number) =>
    `${used.toFixed(0)} s (${(used / fixed).toFixed(0)} × fixed work)`;
  log(`processor, beside ${fixed.toFixed(2)} s for the fixed work:`);
  for (const [name, used] of seconds) log(`  ${name}: ${inWork(used)}`);
  log(`  all: ${inWork(all)}, in ${(wall / 60).toFixed(1)} minutes`);
  if (process.env.ROTA_TIER === "all") return;
  if (all > budget.seconds || wall > budget.minutes * 60) {
    log(
      `more than the budget of ${budget.seconds} s and ${budget.minutes} minutes (docs/tests.md).`,
    );
  }
  for (const file of tooLong(reports))
    log(`${file} takes more than a twentieth of all files' seconds.`);
}

/** Limits of the first tier that don't depend on the machine. */
function overBudget(browser: Counted, { databases }: Usage): string[] {
  const { passed, failed, skipped } = browser;
  const browserTests = passed + failed + skipped;
  return [
    ...(databases > budget.databases
      ? [`${databases} data folders were used, of ${budget.databases}`]
      : []),
    ...(browserTests > budget.browserTests
      ? [`${browserTests} browser tests, of ${budget.browserTests}`]
      : []),
  ];
}

function parse(args: string[]) {
  const { values, positionals: words } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      all: { type: "boolean", default: false },
      "on-supabase": { type: "boolean", default: false },
    },
  });
  const unknown = words.filter((word) => !parts.some((part) => part === word));
  if (values.all && unknown.length > 0) {
    throw new StackError(`--all takes some of ${parts.join(", ")}, not "${unknown.join(" ")}".`);
  }
  const chosen = parts.filter((part) => words.length === 0 || words.includes(part));
  return { isAll: values.all, onSupabase: values["on-supabase"], words, parts: chosen };
}

/** Sets the tier's random choices, which vitest.config.ts passes to the tests; values that are already set stay. */
function chooseTier(isFirst: boolean, isAll: boolean): void {
  const seed = isAll ? String(Math.floor(Math.random() * 2 ** 31)) : "1";
  process.env.ROTA_TIER = isFirst ? "first" : "all";
  process.env.ROTA_SEED ??= seed;
  process.env.ROTA_RUNS ??= isAll ? "1" : "0.03";
  process.env.ROTA_LEFT_OUT = leftOutFile;
}

/**
 * `npm test`: the first tier, which a change must pass. `--all` runs it and the rest at full length, or the
 * parts screens, server and load. Words choose files of any tier instead. `--on-supabase` runs the first tier
 * without the self-hosted server, or the chosen files, on `supabase start`.
 */
export async function runTests(args: string[], log: Log): Promise<number> {
  const { isAll, onSupabase, words, parts: chosen } = parse(args);
  const isFirst = !isAll && words.length === 0;
  chooseTier(isFirst, isAll);
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const fixed = fixedWork();
  const meter = new ProcessorMeter("installation, stack and build");
  if (isAll && chosen.includes("server")) reserveReadmePorts();

  const files = isAll ? [] : words.length > 0 ? findFiles(words) : [];
  const isComponent = (file: string) => file.startsWith("tests/components/");
  const hasComponents = isFirst || (isAll && chosen.includes("screens")) || files.some(isComponent);
  if (hasComponents && rootFolder.includes("'")) {
    throw new StackError(
      `component tests never begin in a folder with an apostrophe in its path: ${rootFolder}. Move it.`,
    );
  }
  const work = (backend: Backend | undefined): Lanes => {
    if (!backend || files.length > 0) return chosenFiles(backend, files, log);
    return isAll ? secondTier(backend, chosen, log) : firstTier(backend, onSupabase, log);
  };
  const backend =
    files.length > 0 && !files.some(needsStack) ? undefined : await startBackend(onSupabase, log);
  const [first, second] = work(backend);
  const failed = (
    await Promise.all([
      runSteps(first, { output: "held", log, meter }),
      runSteps(second, { output: "shown", log, meter }),
    ]).finally(() => backend?.stop())
  ).flat();

  const usage = { ...meter.end(), fixed, wall: process.uptime() };
  const reports = [...first, ...second].map(({ name }) => readReport(reportOf(name)));
  if (isFirst) failed.push(...overBudget(readReport(reportOf("browser tests")), usage));
  printUsage(usage, reports, log);
  for (const line of readLeftOut()) log(`left out: ${line}`);
  if (failed.length > 0) log(`failed: ${failed.join(", ")}`);
  for (const failure of failedTests()) console.log(failure);
  const sum = (key: "passed" | "failed" | "skipped") =>
    reports.reduce((all, report) => all + report[key], 0);
  console.log(`tests: ${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
  return failed.length === 0 ? 0 : 1;
}

/** `npm run screenshots`: pictures of every screen, into screenshots/; `readme`: README's, into their places. */
export async function takeScreenshots([name = "screenshots"]: string[], log: Log): Promise<number> {
  const backend = await startBackend(false, log);
  const args = ["--config=playwright.screenshots.config.ts", `${name}.shots`];
  const { run } = browserStep("screenshots", backend, args, log);
  const shown: Tools["run"] = (command, words, env = {}) =>
    runProgram({ command, args: words, env, output: "shown" });
  const passed = await run({ report: reportOf("screenshots"), run: shown }).finally(backend.stop);
  return passed ? 0 : 1;
}
