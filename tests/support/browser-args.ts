/** How the browser of the tests is started. */

/**
 * `DeferRendererTasksAfterInput` holds a page's timers back after a key until its next frame; on a
 * crowded machine without a screen that frame may never come, and the page stands still. The others
 * are what Playwright turns off: only the last such list counts.
 */
const DISABLED_FEATURES = [
  "DeferRendererTasksAfterInput",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

export const browserArgs: string[] = [
  // Chromium's sandbox can't be used by root (containers, CI); the rest keeps it off the network.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  `--disable-features=${DISABLED_FEATURES.join(",")}`,
];
