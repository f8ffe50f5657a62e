import type { Browser, Locator, Page } from "@playwright/test";
import { keepSession, type SignedInPerson } from "../support/people.ts";

/** What of a tap can be seen from outside: when it was, and when another screen painted the change. */

declare global {
  interface Window {
    /** When, on the system's clock, the awaited text was painted. */
    rotaSeenAt?: Promise<number>;
    rotaTappedAt?: number;
  }
}

/** A browser of their own for somebody, with Today open. */
export async function openToday(
  browser: Browser,
  appUrl: string,
  person: SignedInPerson,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: appUrl });
  // The loader that runs this file wraps named functions in a helper that a page does not have.
  await context.addInitScript("globalThis.__name = (named) => named");
  const page = await context.newPage();
  await keepSession(page, person.session);
  await page.goto("/");
  return page;
}

/** Starts waiting, in the page, for a frame painted with the row in the section. */
export function awaitRow(page: Page, section: string, title: string): Promise<void> {
  return page.evaluate(
    ([name, text]) => {
      const isThere = () =>
        [...document.querySelectorAll(`section[aria-labelledby], [role="region"]`)].some(
          (region) => {
            const label =
              region.getAttribute("aria-label") ?? region.querySelector("h2,h3")?.textContent;
            return label?.startsWith(name) && region.textContent?.includes(text);
          },
        );
      window.rotaSeenAt = new Promise((resolve) => {
        const check = () => {
          if (!isThere()) return;
          observer.disconnect();
          // The change is in the document; the next frame paints it.
          requestAnimationFrame(() =>
            setTimeout(() => resolve(performance.timeOrigin + performance.now())),
          );
        };
        const observer = new MutationObserver(check);
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        check();
      });
    },
    [section, title] as const,
  );
}

/** When, on the system's clock, the awaited row was painted. */
export async function rowSeenAt(page: Page): Promise<number> {
  return (await page.evaluate(() => window.rotaSeenAt)) ?? Number.NaN;
}

/** Taps a button and returns when that was, on the system's clock. */
export async function tap(page: Page, button: Locator): Promise<number> {
  await button.evaluate((element: HTMLElement) => {
    window.rotaTappedAt = performance.timeOrigin + performance.now();
    element.click();
  });
  return page.evaluate(() => window.rotaTappedAt ?? Number.NaN);
}
