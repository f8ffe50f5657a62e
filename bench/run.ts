import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { rootFolder } from "../cli/project.ts";
import { StackError } from "../stack/errors.ts";
import { findPortBase } from "../stack/ports.ts";
import { startStack } from "../stack/stack.ts";
import { requireBrowser } from "../tests/support/browser.ts";
import { stackVariables } from "../tests/support/environment.ts";
import { buildApp, serveBuiltApp } from "../tests/support/preview.ts";
import { compareWith } from "./compare.ts";
import type { Bench, BenchContext } from "./context.ts";

type Log = (line: string) => void;

/** All measurements by their command-line names, in the report's order. */
const benches: Record<string, () => Promise<{ bench: Bench }>> = {
  bundle: () => import("./bundle.ts"),
  load: () => import("./load.ts"),
  recurrence: () => import("./recurrence.ts"),
  live: () => import("./live.ts"),
  "long-list": () => import("./long-list-commit.ts"),
  tick: () => import("./long-list-ticks.ts"),
  tabs: () => import("./tabs.ts"),
  screens: () => import("./screens.ts"),
  record: () => import("./record.ts"),
  "tick-cost": () => import("./tick-cost.ts"),
  lists: () => import("./lists.ts"),
  crowd: () => import("./crowd.ts"),
  doors: () => import("./doors.ts"),
  household: () => import("./household.ts"),
  serve: () => import("./serve.ts"),
  "big-history": () => import("./big-history.ts"),
  town: () => import("./town.ts"),
  morning: () => import("./morning.ts"),
  moving: () => import("./moving.ts"),
};

const isRoot = process.getuid?.() === 0;

async function withContext(log: Log, work: (context: BenchContext) => Promise<void>) {
  const executablePath = requireBrowser(log);
  const stack = await startStack(
    { projectFolder: rootFolder, portBase: await findPortBase(20), seed: true },
    log,
  );
  try {
    await buildApp(stack.addresses);
    const closeApp = await serveBuiltApp(stack.ports.app);
    const browser = await chromium.launch({
      executablePath,
      args: isRoot ? ["--no-sandbox"] : [],
    });
    try {
      const appUrl = `http://127.0.0.1:${stack.ports.app}`;
      // The tests' helpers, which the benches share, read it from there.
      Object.assign(process.env, stackVariables(stack.addresses), { ROTA_APP_URL: appUrl });
      await work({ addresses: stack.addresses, appUrl, browser, log });
    } finally {
      await browser.close();
      await closeApp();
    }
  } finally {
    await stack.stop();
  }
}

function heading(): string {
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model ?? "unknown"}, Node ${process.versions.node}`;
  return `# Measurements\n\n${new Date().toISOString().slice(0, 10)}, ${machine}. Made by \`npm run bench\`.\n`;
}

async function measured(bench: Bench, context: BenchContext | undefined): Promise<string> {
  if (bench.isAlone) return bench.measure();
  if (!context) throw new Error("It needs a running stack");
  return bench.measure(context);
}

/**
 * `npm run bench [-- NAME …]`: measures, and writes the report to bench-results/report.md;
 * `npm run bench -- --against COMMIT [NAME …]` measures that commit beside this one (compare.ts).
 * @throws StackError for an unknown name
 */
export async function runBench(args: string[], log: Log): Promise<number> {
  const [option, commit, ...compared] = args;
  if (option === "--against" && commit) return compareWith(commit, compared, log);
  const names = args.length > 0 ? args : Object.keys(benches);
  const unknown = names.filter((name) => !(name in benches));
  if (unknown.length > 0) {
    throw new StackError(`no such measurement: ${unknown}. There are ${Object.keys(benches)}.`);
  }
  // React reads it once, when a bench loads it before the app is built.
  process.env.NODE_ENV = "production";
  const sections = [heading()];
  let failures = 0;
  const chosen = await Promise.all(names.map(async (name) => (await benches[name]?.())?.bench));
  const measureAll = async (context?: BenchContext) => {
    for (const bench of chosen) {
      if (!bench) continue;
      log(`measuring: ${bench.title}…`);
      // A failed measurement doesn't discard the others' results.
      const body = await measured(bench, context).catch((error: unknown) => {
        failures += 1;
        return `Failed: ${error}`;
      });
      sections.push(`## ${bench.title}\n\n${body}\n`);
    }
  };
  await (chosen.every((bench) => bench?.isAlone) ? measureAll() : withContext(log, measureAll));
  const report = sections.join("\n");
  const folder = join(rootFolder, "bench-results");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "report.md"), report);
  console.log(report);
  return failures;
}
