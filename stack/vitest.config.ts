import { defineProject } from "vitest/config";

export default defineProject({
  test: {
    name: "embedded-supabase",
    include: ["**/*.test.ts"],
    // Files of one worker share their modules, which take longer to load than the tests.
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
