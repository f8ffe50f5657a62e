import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { alice, bob, signIn } from "../support/people.ts";
import type { Bench } from "./context.ts";
import { ms, percentile, table } from "./report.ts";

const TAPS = 100;

declare global {
  interface Window {
    /** When, on the system's clock, the awaited text was painted. */
    rotaSeenAt?: Promise<number>;
    rotaTappedAt?: number;
  }
}

async function openAs(browser: Browser, appUrl: string, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: appUrl });
  // The loader that runs this file wraps named functions in a helper that a page does not have.
  await context.addInitScript("globalThis.__name = (named) => named");
  const page = await context.newPage();
  await signIn(page, email);
  return page;
}

/** Starts waiting, in the page, for a frame painted with the row in the section. */
function awaitRow(page: Page, section: string, title: string): Promise<void> {
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

/** Taps a button and returns when that was, on the system's clock. */
async function tap(page: Page, button: Locator): Promise<number> {
  await button.evaluate((element: HTMLElement) => {
    window.rotaTappedAt = performance.timeOrigin + performance.now();
    element.click();
  });
  return page.evaluate(() => window.rotaTappedAt ?? Number.NaN);
}

/** From Bob's tap to the changed, painted row on Alice's screen: browser, API, database and back. */
export const bench: Bench = {
  title: "From one person's tap to the other's screen",
  async measure({ browser, appUrl }) {
    const title = "Do the dishes";
    const alicesPage = await openAs(browser, appUrl, alice.email);
    const bobsPage = await openAs(browser, appUrl, bob.email);
    const button = (section: string, name: string) =>
      bobsPage.getByRole("region", { name: section }).getByRole("button", { name, exact: true });
    const tick = button("Active", `Mark ${title} as done`);
    const undo = button("Done", `Undo ${title}`);
    await tick.or(undo).first().waitFor();
    if (await undo.isVisible()) await undo.click();
    const samples: number[] = [];
    for (let i = 0; i < TAPS; i++) {
      const isTick = i % 2 === 0;
      const next = isTick ? tick : undo;
      await next.waitFor();
      const target = isTick ? "Done" : "Active";
      // The row of the last tap takes its leave; before it is gone there is nothing to wait for.
      await expect(
        alicesPage.getByRole("region", { name: target }).getByText(title, { exact: true }),
      ).toHaveCount(0);
      await awaitRow(alicesPage, target, title);
      const tappedAt = await tap(bobsPage, next);
      const seenAt = await alicesPage.evaluate(() => window.rotaSeenAt);
      samples.push((seenAt ?? Number.NaN) - tappedAt);
    }
    await alicesPage.context().close();
    await bobsPage.context().close();
    return table(
      ["taps", "p50", "p95", "p99"],
      [[String(TAPS), ...[0.5, 0.95, 0.99].map((share) => ms(percentile(samples, share)))]],
    );
  },
};
