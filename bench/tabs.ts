import type { Browser, Page } from "@playwright/test";
import type { Bench } from "./context.ts";
import { openLongList, settled } from "./long-list-app.ts";
import { ms, percentile, table } from "./report.ts";

const THROTTLE = 4;
const ROUNDS = Number(process.env.ROTA_BENCH_ROUNDS ?? 5);

declare global {
  interface Window {
    /** the browser's own figures of the clicks so far, in milliseconds */
    rotaClicks?: number[];
  }
}

/** The clicks in order, and the sign of each screen. */
const CLICKS: readonly (readonly [name: string, button: string, shows: string])[] = [
  ["Tasks, first opening", "[role=tab]:nth-child(2)", "h1:text-is('All Tasks')"],
  ["Record, first opening", "[role=tab]:nth-child(3)", "[role=grid]"],
  ["About, first opening", "[role=tab]:nth-child(4)", "h1:has-text('About')"],
  ["Today again", "[role=tab]:nth-child(1)", "h1:has-text('Today is')"],
  ["Tasks again", "[role=tab]:nth-child(2)", "h1:text-is('All Tasks')"],
  ["the editor", "button:has-text('Add Task')", "h1:text-is('Task Entry')"],
];

/** Records each click's time to the next paint (W3C Event Timing API), in steps of 8 ms. */
const watchClicks = (page: Page) =>
  page.evaluate(() => {
    const clicks: number[] = [];
    window.rotaClicks = clicks;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntriesByName("click")) clicks.push(duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });

/** Milliseconds from a click to the next paint, and until its screen is there. */
async function click(page: Page, button: string, shows: string) {
  const box = await page.locator(button).first().boundingBox();
  if (!box) throw new Error(`no ${button} to click on`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await settled(page);
  const count = await page.evaluate(() => window.rotaClicks?.length ?? 0);
  const begun = performance.now();
  await page.mouse.down();
  await page.mouse.up();
  await page.locator(shows).waitFor();
  const shown = performance.now() - begun;
  await settled(page);
  const painted = await page.evaluate((before) => window.rotaClicks?.[before] ?? 8, count);
  return { painted, shown };
}

async function measureClicks(browser: Browser, appUrl: string, count: number) {
  const samples = new Map(CLICKS.map(([name]) => [name, { painted: [], shown: [] } as Samples]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await openLongList(browser, appUrl, count);
    try {
      await watchClicks(page);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: THROTTLE });
      for (const [name, button, shows] of CLICKS) {
        const { painted, shown } = await click(page, button, shows);
        samples.get(name)?.painted.push(painted);
        samples.get(name)?.shown.push(shown);
      }
    } finally {
      await page.context().close();
    }
  }
  return CLICKS.map(([name]) => {
    const { painted = [], shown = [] } = samples.get(name) ?? {};
    const of = (values: readonly number[]) => ms(percentile(values, 0.5));
    return [`${count} tasks: ${name}`, of(painted), ms(Math.max(...painted)), of(shown)];
  });
}

interface Samples {
  readonly painted: number[];
  readonly shown: number[];
}

export const bench: Bench = {
  title: "Tabs and the editor, processor 4 × slower",
  measure: async ({ browser, appUrl }) =>
    table(
      ["click", "to the next paint: p50", "slowest", "until it is there: p50"],
      [
        ...(await measureClicks(browser, appUrl, 30)),
        ...(await measureClicks(browser, appUrl, 500)),
      ],
    ),
};
