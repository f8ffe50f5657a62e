import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/**
 * The whole suite of this folder again in processes of their own, each with another time zone:
 * 10,000 random schedules against RFC 5545's text and 10,000 against spec §4 in every one of them,
 * 1,000 against rrule-temporal.
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

const folder = dirname(fileURLToPath(import.meta.url));
const vitest = join(folder, "../../node_modules/vitest/vitest.mjs");
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".test.ts") && name !== "zones.test.ts")
  .map((name) => `src/domain/${name}`);

interface Run {
  readonly code: number;
  readonly output: string;
}

function runSuite(zone: string): Promise<Run> {
  const args = [vitest, "run", "--project", "unit", "--maxWorkers", "1", "--no-isolate", ...files];
  // Not this run's own worker variables: the child is no worker.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"));
  const env = { ...Object.fromEntries(inherited), TZ: zone, ROTA_RRULE_TEMPORAL_RUNS: "1000" };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { cwd: join(folder, "../.."), env, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => resolve({ code: error ? 1 : 0, output: stdout + stderr }),
    );
  });
}

test.concurrent.each(ZONES)("the suite passes in %s", { timeout: 300_000 }, async (zone) => {
  const { code, output } = await runSuite(zone);
  expect(code, output).toBe(0);
  expect(output).toContain(`TZ ${zone}`);
});
