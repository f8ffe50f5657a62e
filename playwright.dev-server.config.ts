import config from "./playwright.config.ts";

/**
 * What is tested on the development server, too, as `npm start` serves it: there React's
 * development build and StrictMode mount everything twice.
 */
export default {
  ...config,
  outputDir: "test-results/development",
  testMatch: ["**/dev-server.dev.ts", "**/story.e2e.ts", "**/dialogs.e2e.ts"],
};
