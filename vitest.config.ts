import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { browserArgs } from "./tests/support/browser-args.ts";

// What the random choices of the tests begin with. In CI it is fixed: its result must not be luck.
process.env.ROTA_SEED ??= process.env.CI ? "1" : String(Math.floor(Math.random() * 2 ** 31));
console.log(`seed ${process.env.ROTA_SEED}: ROTA_SEED=${process.env.ROTA_SEED} repeats this run`);

/**
 * Four kinds of tests: `unit` needs nothing but Node (they stand beside their code), `stack` runs
 * against a running stack whose addresses and keys come from the environment (tests/run.ts starts
 * one; `supabase start` serves as well), `embedded` is about Rota on the embedded stack, and the
 * package in stack/ brings its own.
 */
const patient = { testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      "stack",
      {
        test: {
          name: "unit",
          include: [
            "src/**/*.test.{ts,tsx}",
            "{cli,deploy}/**/*.test.ts",
            "tests/{lint,support}/**/*.test.ts",
          ],
          setupFiles: ["tests/support/seed.ts"],
        },
      },
      {
        plugins: [react()],
        define: { "import.meta.env.VITE_APP_VERSION": JSON.stringify("0.0.0") },
        // Whatever is found only while a test runs would load its page anew.
        optimizeDeps: {
          include: [
            "vitest-browser-react",
            "react-dom/client",
            "framer-motion",
            "linkify-it",
            "rrule",
          ],
        },
        test: {
          name: "components",
          include: ["tests/components/**/*.test.tsx"],
          setupFiles: ["tests/components/setup.ts"],
          isolate: false,
          expect: { poll: { timeout: 10_000 } },
          ...patient,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
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
        test: {
          name: "stack",
          include: ["tests/{db,functions,live}/**/*.test.ts"],
          ...patient,
        },
      },
      {
        test: {
          name: "embedded",
          include: ["tests/{deploy,stack}/**/*.test.ts"],
          ...patient,
        },
      },
    ],
  },
});
