import { type BrowserContext, expect, type Page } from "@playwright/test";
import type { Language } from "../../src/domain/language/languages.ts";

/** An open page in another language. */

/** The browser's language, never an own one, is the signed-in people's: `read` changes it. */
export const keepNoLanguage = (context: BrowserContext): Promise<unknown> =>
  context.route("**/rest/v1/profiles?*", (route) =>
    route.request().method() === "PATCH" ? route.fulfill({ status: 204 }) : route.continue(),
  );

/** Changes the language of the page's browser, as its settings do, and waits until the page is in it. */
export async function read(page: Page, language: Language): Promise<void> {
  await page.evaluate((tag) => {
    Object.defineProperty(navigator, "languages", { configurable: true, value: [tag] });
    dispatchEvent(new Event("languagechange"));
  }, language);
  await expect(page.locator("html")).toHaveAttribute("lang", language);
}

/** The page of an error has lost what changes its language. */
export const keepsItsLanguage = (screen: string): boolean => screen === "error-fallback";
