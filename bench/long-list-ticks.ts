import { type Browser, expect, type Page } from "@playwright/test";
import type { Bench } from "./context.ts";
import { openLongList, settled } from "./long-list-app.ts";
import { ms, percentile, table } from "./report.ts";

const TASKS = 500;
const TICKS = 50;
const THROTTLE = 4;
/** The ticked row: the fourth from the top, which is always on the screen. */
const ROW = 3;

interface Tick {
  /** 1 if the first frame after the click shows it */
  readonly frames: number;
  /**
   * milliseconds from the click until that frame is on the screen, in steps of 8: the browser's own figure for
   * Interaction to Next Paint (W3C Event Timing API)
   */
  readonly latency: number;
  /** milliseconds that the click's own code ran */
  readonly work: number;
}

declare global {
  interface Window {
    rotaTick?: Promise<Tick>;
  }
}

/** Starts waiting, in the page, for the next click and the frame that shows its tick. */
function awaitTick(page: Page): Promise<void> {
  return page.evaluate(() => {
    const framesUntilShown = new Promise<number>((resolve, reject) => {
      const watch = ({ target }: MouseEvent) => {
        const button = (target as Element).closest("button");
        let frames = 0;
        const look = () => {
          frames += 1;
          if (!button?.isConnected) return reject(new Error("the row left without a tick"));
          if (button.hasAttribute("data-fresh")) return resolve(frames);
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      };
      addEventListener("click", watch, { capture: true, once: true });
    });
    const timing = new Promise<PerformanceEventTiming>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        const click = list.getEntriesByName("click")[0];
        if (!click) return;
        observer.disconnect();
        resolve(click as PerformanceEventTiming);
      });
      observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
    });
    window.rotaTick = Promise.all([framesUntilShown, timing]).then(([frames, click]) => ({
      frames,
      latency: click.duration,
      work: click.processingEnd - click.processingStart,
    }));
  });
}

async function tick(page: Page, done: number): Promise<Tick> {
  const active = page.locator('[data-section="Active"]');
  const box = await active
    .getByRole("button", { name: /^Mark / })
    .nth(ROW)
    .boundingBox();
  if (!box) throw new Error("no row to tick");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await settled(page);
  await awaitTick(page);
  const answer = page.waitForResponse(/complete_task/);
  await page.mouse.down();
  await page.mouse.up();
  const sample = await page.evaluate(() => window.rotaTick as Promise<Tick>);
  await answer;
  await expect(page.locator('[data-section="Done"] li')).toHaveCount(done);
  await expect(active.locator("li")).toHaveCount(TASKS - done);
  await settled(page);
  return sample;
}

/** Clicks in the real app with 500 tasks due today, until each is painted as done. */
async function measureTicks(browser: Browser, appUrl: string): Promise<string> {
  const page = await openLongList(browser, appUrl, TASKS);
  const ticks: Tick[] = [];
  try {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: THROTTLE });
    for (let n = 1; n <= TICKS; n += 1) ticks.push(await tick(page, n));
  } finally {
    await page.context().close();
  }
  const within = ticks.filter(({ frames }) => frames === 1).length / TICKS;
  const row = (name: string, samples: readonly number[]) => [
    name,
    ...[0.5, 0.95, 1].map((share) => ms(percentile(samples, share))),
  ];
  return [
    `${TICKS} ticks with ${TASKS} rows, processor ${THROTTLE} × slower:`,
    `**${Math.round(within * 100)} %** were painted in the first frame after the click.\n`,
    table(
      ["", "p50", "p95", "slowest"],
      [
        row(
          "from the click to the tick on the screen",
          ticks.map(({ latency }) => latency),
        ),
        row(
          "of it, the click's own code",
          ticks.map(({ work }) => work),
        ),
      ],
    ),
  ].join("\n");
}

export const bench: Bench = {
  title: "A tick in a long list",
  measure: ({ browser, appUrl }) => measureTicks(browser, appUrl),
};
