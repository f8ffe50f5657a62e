import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { seed } from "../../tests/support/runs.ts";

/**
 * The domain's tests again, with a tenth of the runs, in processes of their own on machines of other
 * time zones: with daylight saving in the south and in the north, and 14 hours ahead. The files that leave no date to the
 * machine's own clock stay out; tests/lint keeps local-time methods out of the domain altogether.
 */
const ZONES = ["Pacific/Auckland", "America/New_York", "Pacific/Kiritimati"];
const LEFT_OUT = ".all.test.ts";
const TIMEOUT = 120_000;

const folder = dirname(fileURLToPath(import.meta.url));
const root = join(folder, "../..");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.ts") && !name.endsWith(LEFT_OUT))
  .map((name) => join(folder, name));

function runIn(zone: string) {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = [
    vitest,
    "run",
    "--project",
    "domain",
    "--maxWorkers",
    "1",
    "--no-isolate",
    ...files,
  ];
  // Not this run's own worker variables: the child is no worker.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"));
  const env = {
    ...Object.fromEntries(inherited),
    TZ: zone,
    ROTA_SEED: String(seed),
    ROTA_RUNS: String(Number(process.env.ROTA_RUNS) / 10),
  };
  return promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 2 ** 26 });
}

test.each(ZONES)("the domain's tests pass in %s", { timeout: TIMEOUT }, async (zone) => {
  const { stdout } = await runIn(zone);
  expect(stdout).toContain(`seed ${seed}, TZ ${zone}`);
});
