import type { Browser } from "@playwright/test";
import { bundle } from "./recurrence-bundle.ts";
import type { measureScreens, ScreenTimes } from "./recurrence-page.ts";
import { ms, percentile, table } from "./report.ts";

const THROTTLE = 4;

async function inBrowser(browser: Browser, throttle: number): Promise<ScreenTimes> {
  const { code } = await bundle("tests/bench/recurrence-page.ts", { inOneFile: true });
  const page = await browser.newPage();
  try {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: throttle });
    await page.addScriptTag({ content: code, type: "module" });
    // A module within the page runs when it likes; the tag is there before that.
    await page.waitForFunction(() => "measureScreens" in globalThis);
    return await page.evaluate(() =>
      (globalThis as unknown as { measureScreens: typeof measureScreens }).measureScreens(),
    );
  } finally {
    await page.close();
  }
}

/** Today's buckets, the Tasks tab and the history grid in a browser, plain and slowed. */
export async function measureInScreens(browser: Browser): Promise<string> {
  const plain = await inBrowser(browser, 1);
  const slowed = await inBrowser(browser, THROTTLE);
  const rows = Object.keys(plain.times).map((name) => {
    const [fast, slow] = [plain.times[name] ?? [], slowed.times[name] ?? []];
    const [cold, ...warm] = slow;
    return [
      name,
      ms(percentile(fast, 0.5)),
      ms(percentile(warm, 0.5)),
      ms(Math.max(...warm)),
      ms(cold ?? Number.NaN),
    ];
  });
  return [
    `In Chromium, ${plain.tasks.toLocaleString("en-US")} tasks with ${plain.completions.toLocaleString("en-US")} completions, ${plain.overdue.toLocaleString("en-US")} occurrences due or overdue; a frame is 16 ms.`,
    table(
      [
        "",
        "median",
        `median, processor ${THROTTLE} × slower`,
        `slowest, ${THROTTLE} × slower`,
        `very first, ${THROTTLE} × slower`,
      ],
      rows,
    ),
  ].join("\n\n");
}
