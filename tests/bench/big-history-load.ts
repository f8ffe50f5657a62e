import type { Browser, CDPSession, Page } from "@playwright/test";
import { keepSession } from "../support/people.ts";
import type { Account } from "./big-history-accounts.ts";

/** One visit to Today in a browser that knows nothing but the session. */

export interface Load {
  /** milliseconds from the navigation to the painted list */
  readonly painted: number;
  /** milliseconds from the navigation to the end of the list's answer */
  readonly answered: number;
  /** milliseconds from the request for the list to the end of its answer */
  readonly call: number;
  /** the answer as sent, compressed */
  readonly sentBytes: number;
  /** the answer as JSON */
  readonly bytes: number;
  /** JavaScript's memory after garbage collection, in bytes */
  readonly heapBytes: number;
}

interface Seen {
  readonly painted: number;
  readonly answered: number;
  readonly call: number;
}

declare global {
  interface Window {
    rotaList?: Promise<Seen>;
  }
}

const LIST = /\/rest\/v1\/rpc\/list_tasks/;

/** Notes, from the document's beginning, when Today's heading and a row are painted. */
function watchFor(page: Page, heading: string): Promise<unknown> {
  return page.addInitScript((text) => {
    window.rotaList = new Promise((resolve) => {
      const isThere = () =>
        document.querySelector("[data-section] li") !== null &&
        [...document.querySelectorAll("main p")].some((line) => line.textContent === text);
      const painted = () => {
        const now = performance.now();
        const list = performance
          .getEntriesByType("resource")
          .find(({ name }) => /\/rpc\/list_tasks/.test(name));
        const answered = list ? list.startTime + list.duration : Number.NaN;
        resolve({ painted: now, answered, call: list?.duration ?? Number.NaN });
      };
      const observer = new MutationObserver(() => {
        if (!isThere()) return;
        observer.disconnect();
        // The list is in the document; the next frame paints it.
        requestAnimationFrame(() => setTimeout(painted));
      });
      observer.observe(document, { childList: true, subtree: true, characterData: true });
    });
  }, heading);
}

async function heapAfterCollection(devtools: CDPSession): Promise<number> {
  await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
}

/** Opens the app as the account's owner in a new browser context. */
export async function loadToday(browser: Browser, appUrl: string, account: Account): Promise<Load> {
  const context = await browser.newContext({ baseURL: appUrl });
  try {
    // The loader that runs this file wraps named functions in a helper that a page does not have.
    await context.addInitScript("globalThis.__name = (named) => named");
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Performance.enable");
    await keepSession(page, account.person.session);
    await watchFor(page, `You have ${account.count} tasks for today`);
    const answer = page.waitForResponse(LIST);
    await page.goto("/", { waitUntil: "commit" });
    const seen = await page.evaluate(() => window.rotaList as Promise<Seen>);
    const response = await answer;
    const { responseBodySize: sentBytes } = await response.request().sizes();
    const bytes = (await response.body()).length;
    // What the app loads ahead when it is idle belongs to its memory.
    await page.waitForLoadState("networkidle");
    return { ...seen, sentBytes, bytes, heapBytes: await heapAfterCollection(devtools) };
  } finally {
    await context.close();
  }
}
