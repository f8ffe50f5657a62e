import { defineConfig } from "vitest/config";

/**
 * Three kinds of tests: `unit` needs nothing but Node (they stand beside their code), `stack` runs
 * against a running stack whose addresses and keys come from the environment (tests/run.ts starts
 * one; `supabase start` serves as well), `embedded` is about the embedded stack's own parts, or
 * needs them.
 */
const patient = { testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "src/**/*.test.{ts,tsx}",
            "{stack,deploy}/**/*.test.ts",
            "tests/support/**/*.test.ts",
          ],
        },
      },
      {
        test: {
          name: "stack",
          include: ["tests/{db,functions,live}/**/*.test.ts"],
          exclude: ["tests/live/realtime-*.test.ts"],
          ...patient,
        },
      },
      {
        test: {
          name: "embedded",
          include: ["tests/{deploy,stack}/**/*.test.ts", "tests/live/realtime-*.test.ts"],
          ...patient,
        },
      },
    ],
  },
});
