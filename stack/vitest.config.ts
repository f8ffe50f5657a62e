import { defineProject } from "vitest/config";

export default defineProject({
  test: {
    name: "embedded-supabase",
    include: ["**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
