import { defineConfig, devices } from "@playwright/test";
import { browserArgs } from "./tests/support/browser-args.ts";
import { PATIENCE } from "./tests/support/eventually.ts";

/**
 * Browser tests against the built app and the stack that tests/run.ts started: their addresses
 * and the browser's path come from the environment.
 */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results/built",
  fullyParallel: true,
  // More than the two cores of a small machine: half of a test is waiting.
  workers: 3,
  forbidOnly: true,
  retries: 0,
  // Ends what hangs, and nothing else: whatever a test waits for is within its patience.
  timeout: 10 * PATIENCE,
  expect: { timeout: PATIENCE },
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    ...(process.env.ROTA_APP_URL ? { baseURL: process.env.ROTA_APP_URL } : {}),
    actionTimeout: PATIENCE,
    navigationTimeout: PATIENCE,
    // Tests stand between the page and its files; those of the worker allow it.
    serviceWorkers: "block",
    // Filming every page takes a third of the time of the tests; the snapshots of the page stay.
    trace: { mode: "retain-on-failure", screenshots: false },
    launchOptions: {
      ...(process.env.ROTA_BROWSER ? { executablePath: process.env.ROTA_BROWSER } : {}),
      args: browserArgs,
    },
  },
});
