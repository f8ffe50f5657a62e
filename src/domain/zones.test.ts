import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seed } from "./random-schedules.ts";
import { rememberAnswers } from "./remembered-answers.ts";

/**
 * The suite again in processes of their own, each with another time zone: every example, 10,000
 * random schedules against RFC 5545's text and 10,000 against spec §4. Only the two slow files stay
 * out, the enumeration of the dialog's rules and rrule-temporal. The oracle's answers are worked
 * out once, here, and must hold everywhere.
 */

const ZONES = [
  "Pacific/Auckland",
  "Asia/Kolkata",
  "America/New_York",
  "Europe/London",
  "Pacific/Kiritimati", // 14 hours ahead
  "Pacific/Pago_Pago", // 11 hours behind
  "Australia/Lord_Howe", // half an hour of daylight saving
  "America/Sao_Paulo", // had days without midnight
  "Africa/Cairo", // has them still
  "Pacific/Apia", // once left out a day
];

const LEFT_OUT = ["zones.test.ts", "dialog-rules.test.ts", "recurrence.rrule-temporal.test.ts"];
const AT_ONCE = 2;
const TIMEOUT = 300_000;

const folder = dirname(fileURLToPath(import.meta.url));
const root = join(folder, "../..");
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".test.ts") && !LEFT_OUT.includes(name))
  .map((name) => `src/domain/${name}`);

interface Run {
  readonly succeeded: boolean;
  readonly output: string;
}

function runSuite(zone: string, answers: string): Promise<Run> {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--project", "unit", "--maxWorkers", "1", "--no-isolate", ...files];
  // Not this run's own worker variables: the child is no worker.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"));
  const env = {
    ...Object.fromEntries(inherited),
    TZ: zone,
    ROTA_SEED: String(seed),
    ROTA_ANSWERS: answers,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, env, maxBuffer: 2 ** 26 }, (error, out, err) =>
      resolve({ succeeded: error === null, output: out + err }),
    );
  });
}

/** Some runtimes still call Kolkata Calcutta. */
function runtimeName(timeZone: string): string {
  return new Intl.DateTimeFormat("en-US", { timeZone }).resolvedOptions().timeZone;
}

const runs = new Map<string, Promise<Run>>();
let temporary = "";

beforeAll(() => {
  temporary = mkdtempSync(join(tmpdir(), "rota-zones-"));
  const answers = join(temporary, "answers.json");
  rememberAnswers(answers, seed, 10_000);
  for (const [index, zone] of ZONES.entries()) {
    const before = runs.get(ZONES[index - AT_ONCE] ?? "");
    runs.set(
      zone,
      Promise.resolve(before).then(() => runSuite(zone, answers)),
    );
  }
}, TIMEOUT);

afterAll(() => rmSync(temporary, { recursive: true }));

test.each(ZONES)("the suite passes in %s", { timeout: TIMEOUT }, async (zone) => {
  const run = await runs.get(zone);
  expect(run?.succeeded, run?.output).toBe(true);
  expect(run?.output).toContain(`seed ${seed}, TZ ${runtimeName(zone)}`);
});
