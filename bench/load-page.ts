import type { CDPSession, Page } from "@playwright/test";

/** Milliseconds from the navigation until things are visible. */
export interface LoadTimes {
  /** the first paint: the page without its script */
  readonly shell: number;
  /** the first frame with a control that the visit is for, handled by React: a row's tick, a form's button */
  readonly usable: number;
  readonly largest: number;
}

/** A phone's profile, the same that other programs were measured with. */
export async function throttle(page: Page, isOffline = false): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const bytesPerSecond = (1.6 * 1_000_000) / 8;
  await session.send("Network.emulateNetworkConditions", {
    offline: isOffline,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  return session;
}

declare global {
  interface Window {
    rotaUsableAt: Promise<number>;
    rotaLargestAt: number;
  }
}

/** Runs in the page before its own scripts. */
function watchPaints(): void {
  window.rotaLargestAt = Number.NaN;
  new PerformanceObserver((list) => {
    window.rotaLargestAt = list.getEntries().at(-1)?.startTime ?? Number.NaN;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  window.rotaUsableAt = new Promise((resolve) => {
    const controls = 'main button[aria-label^="Mark "], main > button, form button[type="submit"]';
    // The build renders the sign-in screen into the page: React marks the elements that it has hydrated.
    const isReacts = (node: Element) => Object.keys(node).some((key) => key.startsWith("__react"));
    const look = () => {
      if (![...document.querySelectorAll(controls)].some(isReacts))
        return void requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    };
    look();
  });
}

/** Opens `/` and resolves after its load. */
export async function recordLoad(page: Page): Promise<LoadTimes> {
  await page.addInitScript(watchPaints);
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => window.rotaUsableAt);
  // A largest paint is reported some frames later, and nothing tells which is the last.
  await page.waitForTimeout(500);
  return page.evaluate(async () => ({
    usable: await window.rotaUsableAt,
    shell: performance.getEntriesByName("first-paint")[0]?.startTime ?? Number.NaN,
    largest: window.rotaLargestAt,
  }));
}
