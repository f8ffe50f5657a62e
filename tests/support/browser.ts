import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { StackError } from "../../stack/errors.ts";
import { installPackage, runQuietly } from "./debian-packages.ts";

const usualPlaces = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const installed = () =>
  [process.env.ROTA_BROWSER, chromium.executablePath(), ...usualPlaces].filter(
    (path) => path !== undefined && existsSync(path),
  );

const findInstalled = () => installed()[0];

const findWhole = () => installed().find((path) => !path?.endsWith("headless-shell"));

/**
 * Debian's package if we may install it, else Playwright's own download. Both are Chromium without the browser
 * around the page, which runs the same tests in two thirds of the time.
 */
function install(): void {
  if (!installPackage("chromium-headless-shell", "chromium")) download();
}

function installWhole(): void {
  if (!installPackage("chromium")) download();
}

function download(): void {
  runQuietly(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"]);
}

/**
 * The path of a Chromium for the browser tests: ROTA_BROWSER, Playwright's download, or an installed one;
 * otherwise installs one.
 * @throws StackError if none can be had
 */
export function requireBrowser(
  log: (line: string) => void,
  find: () => string | undefined = findInstalled,
  installOne: () => void = install,
): string {
  const present = find();
  if (present) return present;
  log("installing a browser for the tests…");
  installOne();
  const installed = find();
  if (installed) return installed;
  throw new StackError(
    "there is no browser for the tests: install Chromium or Chrome, or name one in ROTA_BROWSER.",
  );
}

/**
 * The path of a Chromium that shows notifications, unlike the headless shell; found and installed in the same
 * way.
 * @throws StackError if none can be had
 */
export const requireWholeBrowser = (): string =>
  requireBrowser(console.log, findWhole, installWhole);
