import type { CDPSession, Page } from "@playwright/test";

/** When things could be seen, in milliseconds since the navigation began. */
export interface LoadTimes {
  /** the first paint: whatever the page shows without its script */
  readonly shell: number;
  /** the first frame with a row that can be ticked */
  readonly list: number;
  /** the largest contentful paint */
  readonly largest: number;
  /** the list's answer came in */
  readonly fresh: number;
}

/** The phone's profile that other programs were measured with. */
export async function throttle(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const bytesPerSecond = (1.6 * 1_000_000) / 8;
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  return session;
}

declare global {
  interface Window {
    rotaListAt: Promise<number>;
    rotaLargestAt: number;
  }
}

/** Runs in the page before its own scripts. */
function watchPaints(): void {
  window.rotaLargestAt = Number.NaN;
  new PerformanceObserver((list) => {
    window.rotaLargestAt = list.getEntries().at(-1)?.startTime ?? Number.NaN;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  window.rotaListAt = new Promise((resolve) => {
    const look = () => {
      const tick = document.querySelector('main button[aria-label^="Mark "], main > button');
      if (!tick) return void requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    };
    look();
  });
}

/** Watches the page's next load; the returned function resolves when it is over. */
export async function recordLoad(page: Page): Promise<() => Promise<LoadTimes>> {
  // The loader that runs this file wraps named functions in a helper that a page does not have.
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.addInitScript(watchPaints);
  return async () => {
    await page.waitForLoadState("networkidle");
    return page.evaluate(async () => {
      const list = await window.rotaListAt;
      const answer = performance
        .getEntriesByType("resource")
        .find(({ name }) => name.endsWith("/list_tasks")) as PerformanceResourceTiming | undefined;
      return {
        shell: performance.getEntriesByName("first-paint")[0]?.startTime ?? Number.NaN,
        list,
        largest: window.rotaLargestAt,
        fresh: Math.max(list, answer?.responseEnd ?? Number.NaN),
      };
    });
  };
}
