import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";
import { alias } from "./build/alias.ts";
import { browserArgs } from "./tests/support/browser-args.ts";
import { ZONE } from "./tests/support/day.ts";
import { PATIENCE } from "./tests/support/eventually.ts";

// tests/run.ts chooses them; a file that is run by hand is tested as in the first tier.
process.env.ROTA_SEED ??= "1";
process.env.ROTA_RUNS ??= "0.03";
const { ROTA_SEED, ROTA_RUNS } = process.env;
console.log(`seed ${ROTA_SEED}: ROTA_SEED=${ROTA_SEED} ROTA_RUNS=${ROTA_RUNS} repeats this run`);

/**
 * One figure of patience for all tests, far from what any of them takes: it ends one that hangs, and
 * claims nothing about speed. A model at full length takes an hour.
 */
const patient = {
  testTimeout: process.env.ROTA_TIER === "all" ? 3_600_000 : 4 * PATIENCE,
  hookTimeout: 4 * PATIENCE,
  expect: { poll: { timeout: PATIENCE } },
};

/** Tests that replace a module: a rule of the linter keeps them in files of this name. */
const ALONE = "{src,cli}/**/*.alone.test.ts";

/** Files of one worker share their modules: loading these takes longer than the tests. */
const shared = { isolate: false, setupFiles: ["tests/support/seed.ts"] };

/** The package in stack/ as it is written, not as it is published. */
const resolve = { conditions: ["own-source", ...defaultServerConditions] };
const ssr = { resolve };

/**
 * `unit`, `domain` and `alone` need nothing but Node (they stand beside their code), `stack` and `live` a running
 * stack whose addresses and keys come from the environment (tests/run.ts starts one; `supabase start` serves as
 * well), `embedded` is about Rota on the embedded stack, and the package in stack/ brings its own.
 */

export default defineConfig({
  test: {
    tags: [{ name: "all", description: "in the second tier alone" }],
    projects: [
      "stack",
      {
        ssr,
        test: {
          name: "unit",
          include: [
            "src/!(domain)/**/!(*.alone).test.{ts,tsx}",
            "{build,cli,deploy}/**/!(*.alone).test.ts",
            "tests/{handlers,lint,support}/*.test.ts",
          ],
          ...shared,
          ...patient,
        },
      },
      {
        ssr,
        test: {
          name: "domain",
          include: ["src/domain/**/!(*.alone).test.ts"],
          ...shared,
          ...patient,
        },
      },
      {
        ssr,
        test: {
          name: "alone",
          include: [ALONE],
          setupFiles: ["tests/support/seed.ts"],
          ...patient,
        },
      },
      {
        plugins: [react()],
        // Emotion as it is published: its development build writes a style element a rule.
        resolve: {
          alias,
          conditions: defaultClientConditions.filter((one) => one !== "development|production"),
        },
        define: {
          "import.meta.env.VITE_APP_VERSION": JSON.stringify("0.0.0"),
        },
        // Whatever is found only while a test runs would load its page again.
        optimizeDeps: {
          include: [
            "vitest-browser-react",
            "react-dom/client",
            "framer-motion",
            "linkify-it",
            "rrule",
            "@supabase/supabase-js",
            "idb-keyval",
          ],
        },
        test: {
          name: "components",
          include: ["tests/components/**/*.test.tsx"],
          setupFiles: ["tests/components/backend.ts", "tests/components/setup.ts"],
          isolate: false,
          ...patient,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // Nothing is tested while it moves, or at night.
            provider: playwright({
              contextOptions: { reducedMotion: "reduce", timezoneId: ZONE },
              launchOptions: {
                ...(process.env.ROTA_BROWSER && { executablePath: process.env.ROTA_BROWSER }),
                args: browserArgs,
              },
            }),
            instances: [{ browser: "chromium", viewport: { width: 1280, height: 720 } }],
          },
        },
      },
      {
        ssr,
        test: {
          name: "stack",
          include: ["tests/{db,functions}/**/*.test.ts"],
          ...shared,
          ...patient,
        },
      },
      {
        ssr,
        test: {
          // Each file has the app's own modules, with their connections, for itself.
          name: "live",
          include: ["tests/live/**/*.test.ts"],
          ...patient,
        },
      },
      {
        ssr,
        test: {
          name: "embedded",
          include: ["tests/{deploy,stack}/**/*.test.ts"],
          ...patient,
        },
      },
    ],
  },
});
