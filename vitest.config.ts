import { defineConfig } from "vitest/config";

/**
 * Two kinds of tests: `unit` needs nothing but Node (they stand beside their code), `stack` runs
 * against a running stack whose addresses and keys come from the environment (tests/run.ts starts
 * one; `supabase start` serves as well).
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "src/**/*.test.{ts,tsx}",
            "stack/**/*.test.ts",
            "tests/{lint,support}/**/*.test.ts",
          ],
        },
      },
      {
        test: {
          name: "stack",
          include: ["tests/{db,functions,live,stack}/**/*.test.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
