import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootFolder } from "../cli/project.ts";
import { table } from "./report.ts";

/** The same measurements of an old commit and this one, alternating on the same machine. */

/** A figure of the report: its target, and a pattern that finds it in reports of any age. */
interface Figure {
  readonly name: string;
  readonly target: string;
  readonly pattern: RegExp;
}

interface Run {
  readonly name: string;
  readonly figures: readonly Figure[];
}

/** The runs on both sides, and the figures in their reports. */
const RUNS: readonly Run[] = [
  {
    name: "bundle",
    figures: [
      {
        name: "first load, gzipped",
        target: "at most 150 kB",
        pattern: /needs \*\*([\d.]+ kB)/,
      },
    ],
  },
  {
    name: "load",
    figures: [
      {
        name: "Today's largest paint / bare React page's",
        target: "at most 1.7 ×",
        pattern: /(?:Largest paint, first visit.*: |\| Today, first visit .*\| )([\d.]+ ×)/,
      },
      {
        name: "Today's list can be used after",
        target: "",
        pattern: /\| Today, first visit +\|(?: +[\d.]+ s +\|){2} +([\d.]+ s)/,
      },
      {
        name: "Today's second visit / bare React page's",
        target: "at most 0.9 ×",
        pattern: /(?:Largest paint, second visit.*: |\| Today, second visit .*\| )([\d.]+ ×)/,
      },
      {
        name: "Today without a network / bare React page's",
        target: "at most 0.9 ×",
        pattern: /\| Today, without a network .*\| ([\d.]+ ×)/,
      },
      {
        name: "the sign-in screen's / bare React page's",
        target: "at most 1.5 ×",
        pattern: /\| the sign-in screen .*\| ([\d.]+ ×)/,
      },
    ],
  },
  {
    name: "long-list",
    figures: ["Today, 500 rows", "Tasks, 500 cards"].map((list) => ({
      name: `${list}: first commit / plain React's`,
      target: "at most 1.5 ×",
      pattern: new RegExp(`\\| ${list}: first commit .*\\| ([\\d.]+ ×)`),
    })),
  },
  {
    name: "tick",
    figures: [
      {
        name: "a tick painted among 500 rows, 4 × slower: p95",
        target: "at most 100 ms",
        pattern: /\| from the click to the tick on the screen \| [^|]+ \| ([\d.]+ ms)/,
      },
    ],
  },
  {
    name: "big-history",
    figures: [
      {
        name: "300 tasks with 100,000 completions / ten without",
        target: "at most 1.5 ×",
        pattern: /\| navigation to the painted list .*\| ([\d.]+ ×)/,
      },
    ],
  },
  {
    name: "lists",
    figures: [
      {
        name: "nothing new, 1,000 tasks of ten years: the database's processor",
        target: "at most 3 ms",
        pattern: /\| nothing new: .*?\| ([\d.]+ ms)/,
      },
      {
        name: "list of 100 tasks, one year, gzipped",
        target: "",
        pattern: /\| the list of 100 tasks, gzipped: 1 year \| ([\d.]+ kB)/,
      },
      {
        name: "the same, ten years",
        target: "at most 2.0 × one year",
        pattern: /gzipped: 1 year .*\n\| the same: 10 years \| ([\d.]+ kB \| [\d.]+ ×)/,
      },
      {
        name: "its processor, ten years / one year",
        target: "at most 1.3 ×",
        pattern: /processor: 1 year .*\n\| the same: 10 years \| ([\d.]+ ms \| [\d.]+ ×)/,
      },
      {
        name: "a tick, ten years / new",
        target: "at most 1.3 ×",
        pattern: /a tick: new .*\n\| the same: 10 years \| ([\d.]+ ms \| [\d.]+ ×)/,
      },
      {
        name: "a tick's message, ten years",
        target: "at most 2 kB",
        pattern: /\| its message: 10 years \| ([\d.]+ kB)/,
      },
      ...["7 tasks done [68]0,000", "88 tasks with 200", "household's 1,000"].map((board) => ({
        name: `${board} …: list, bytes, a bystander's`,
        target: "at most 1 s, 0.5 MB, 2 ×",
        pattern: new RegExp(`\\|[^|]*${board}[^|]*\\| ([^|]+ \\| [^|]+ \\| [^|]+) \\|`),
      })),
    ],
  },
  {
    name: "recurrence",
    figures: [
      {
        name: "recurrence beside rrule, a day at a time",
        target: "at least 10,000 ×",
        pattern: /\| (?:ours, `\w+` for each da(?:y|te)|a day at a time) .*\| ([\d,]+ ×)/,
      },
    ],
  },
  {
    name: "live",
    figures: [
      {
        name: "tap to the other's paint: p95",
        target: "at most 200 ms",
        pattern:
          /\| 2 subscribers(?:: tap to the other's painted change)? \| \d+ \| [^|]+ \| ([\d.]+ ms)/,
      },
    ],
  },
];

/** Old commits take twice as many taps for each of two crowds; the p95 needs less. */
const variables: NodeJS.ProcessEnv = {
  ...process.env,
  ROTA_BENCH_TAPS: process.env.ROTA_BENCH_TAPS ?? "100",
};

function run(command: string, args: string[], cwd: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: variables,
      stdio: ["ignore", "ignore", "inherit"],
    });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code === 0));
  });
}

/** The report of one measurement in a checkout; empty if there is none. */
async function measure(folder: string, name: string): Promise<string> {
  const report = join(folder, "bench-results/report.md");
  rmSync(report, { force: true });
  await run("npm", ["run", "bench", "--", name], folder);
  return existsSync(report) ? readFileSync(report, "utf8") : "";
}

/** Measures both sides, all or by name, and writes the table to bench-results/comparison.md. */
export async function compareWith(
  commit: string,
  names: readonly string[],
  log: (line: string) => void,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "rota-bench-"));
  const old = join(folder, "old");
  const rows: string[][] = [];
  try {
    const isThere = await run("git", ["worktree", "add", "--detach", old, commit], rootFolder);
    if (!isThere || !(await run("npm", ["install", "--no-save", "--prefer-offline"], old)))
      return 1;
    for (const { name: measured, figures } of RUNS) {
      if (names.length > 0 && !names.includes(measured)) continue;
      log(`comparing: ${measured}…`);
      const reports = [await measure(old, measured), await measure(rootFolder, measured)];
      for (const { name, target, pattern } of figures) {
        rows.push([
          name,
          ...reports.map((report) => pattern.exec(report)?.[1]?.replaceAll(" | ", ", ") ?? "–"),
          target,
        ]);
      }
      log(rows.map((row) => row.join(" | ")).join("\n"));
    }
  } finally {
    await run("git", ["worktree", "remove", "--force", old], rootFolder);
    rmSync(folder, { recursive: true, force: true });
  }
  const result = table(["measured", commit, "now", "target"], rows);
  mkdirSync(join(rootFolder, "bench-results"), { recursive: true });
  writeFileSync(join(rootFolder, "bench-results/comparison.md"), `${result}\n`);
  console.log(result);
  return 0;
}
