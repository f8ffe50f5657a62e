import config from "./playwright.config.ts";

/** `npm run screenshots`: pictures of every screen instead of tests. */
export default { ...config, testMatch: "**/*.shots.ts" };
