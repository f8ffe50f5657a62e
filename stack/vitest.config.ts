import { defineProject } from "vitest/config";

export default defineProject({
  test: {
    name: "embedded-supabase",
    include: ["**/*.test.ts"],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
