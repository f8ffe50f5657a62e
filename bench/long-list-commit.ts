import type { Browser, Page } from "@playwright/test";
import type { Bench } from "./context.ts";
import type { FirstCommit, Screen } from "./long-list-page.tsx";
import { OWNER } from "./long-list-tasks.ts";
import { bundlePage } from "./page-bundle.ts";
import { ms, percentile, table } from "./report.ts";

const SAMPLES = Number(process.env.ROTA_BENCH_LOADS ?? 15);
const THROTTLE = 4;
const SCREENS = { today: "Today, 500 rows", tasks: "Tasks, 500 cards" } as const;
const ADDRESS = "http://long-list.test/";
const COLUMN = "main { max-width: 40rem; margin: auto; padding: 1.5rem 1rem }";

/** A signed-in person's page on which nothing has run yet, with a slowed processor. */
async function withPage<T>(
  browser: Browser,
  { code, css = "" }: { code: string; css?: string },
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const session = JSON.stringify({ user: { id: OWNER } });
  const kept = [{ name: "rota.session", value: session }];
  const page = await browser.newPage({
    storageState: {
      cookies: [],
      origins: [{ origin: new URL(ADDRESS).origin, localStorage: kept }],
    },
  });
  const body = `<!doctype html><style>${css}${COLUMN}</style><body></body>`;
  await page.route("**", (route) => route.fulfill({ contentType: "text/html", body }));
  try {
    await page.goto(ADDRESS);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: THROTTLE });
    await page.addScriptTag({ content: code });
    return await work(page);
  } finally {
    await page.close();
  }
}

/** React's generated ids depend on other parts of the page. */
const withoutIds = (html: string): string =>
  html.replace(/ (id|aria-labelledby|aria-describedby)="[^"]*"/g, "");

/** Mounts the prepared list, after collecting the garbage of its preparation. */
async function mount(page: Page): Promise<FirstCommit> {
  await page.requestGC();
  return page.evaluate(() => rotaLongList.mount());
}

interface Comparison {
  readonly ours: FirstCommit[];
  readonly plain: FirstCommit[];
}

/** Ours and the plain one in turn, each time on a new page. */
async function compare(browser: Browser, code: string, screen: Screen): Promise<Comparison> {
  const mountOurs = async (page: Page) => {
    await page.evaluate((name) => rotaLongList.prepareOurs(name), screen);
    return mount(page);
  };
  const { html, markup, css } = await withPage(browser, { code }, async (page) => ({
    html: withoutIds((await mountOurs(page)).html),
    markup: await page.evaluate(() => rotaLongList.markup()),
    css: await page.evaluate(() => rotaLongList.css()),
  }));
  const rows = html.match(/<li/g)?.length;
  if (rows !== 500) throw new Error(`${screen}: ${rows} rows are shown`);
  const mountPlain = async (page: Page) => {
    await page.evaluate((elements) => rotaLongList.preparePlain(elements), markup);
    return mount(page);
  };
  const samples: Comparison = { ours: [], plain: [] };
  for (let n = 0; n < SAMPLES; n += 1) {
    const ours = await withPage(browser, { code }, mountOurs);
    const plain = await withPage(browser, { code, css }, mountPlain);
    for (const mounted of [ours, plain]) {
      if (withoutIds(mounted.html) !== html) throw new Error(`${screen}: the markups differ`);
    }
    samples.ours.push(ours);
    samples.plain.push(plain);
  }
  return samples;
}

function rowsOf(name: string, { ours, plain }: Comparison): string[][] {
  return (["commit", "paint"] as const).map((moment) => {
    const median = (samples: readonly FirstCommit[]) =>
      percentile(
        samples.map((sample) => sample[moment]),
        0.5,
      );
    const [own, reference] = [median(ours), median(plain)];
    const what = moment === "commit" ? "first commit" : "first frame painted";
    return [`${name}: ${what}`, ms(own), ms(reference), `${(own / reference).toFixed(2)} ×`];
  });
}

/** The first commit of 500 rows and of 500 cards, compared with plain React with the same markup. */
async function measureFirstCommits(browser: Browser): Promise<string> {
  const code = await bundlePage("bench/long-list-page.tsx");
  const rows: string[][] = [];
  for (const screen of Object.keys(SCREENS) as Screen[]) {
    rows.push(...rowsOf(SCREENS[screen], await compare(browser, code, screen)));
  }
  return [
    `Medians of ${SAMPLES} new pages each, in turn, processor ${THROTTLE} × slower; ours is the whole tab in`,
    "the app's providers. The markup and the styles of both are the same, generated ids aside.\n",
    table(["", "ours", "plain React", "ratio"], rows),
  ].join("\n");
}

export const bench: Bench = {
  title: "Long lists",
  measure: ({ browser }) => measureFirstCommits(browser),
};
