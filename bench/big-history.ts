import type { Browser } from "@playwright/test";
import { keepSession } from "../tests/support/people.ts";
import { type Account, newAccounts } from "./big-history-accounts.ts";
import type { Bench } from "./context.ts";
import { recordLoad } from "./load-page.ts";
import { percentile, table } from "./report.ts";

const ROUNDS = Number(process.env.ROTA_BENCH_LOADS ?? 20);
/** The first visits warm the database and the server up. */
const WARM_UP = 2;

interface Visit {
  /** milliseconds from the navigation to the painted list */
  readonly painted: number;
  /** the list's answer as sent, compressed */
  readonly sentBytes: number;
  /** JavaScript's memory after garbage collection */
  readonly heapBytes: number;
}

/** The figures of the report: name, value and format. */
const FIGURES: readonly [string, (visit: Visit) => number, (value: number) => string][] = [
  [
    "navigation to the painted list",
    ({ painted }) => painted,
    (value) => `${Math.round(value)} ms`,
  ],
  [
    "the list's answer, as sent",
    ({ sentBytes }) => sentBytes,
    (bytes) => `${(bytes / 1_000).toFixed(1)} kB`,
  ],
  [
    "JavaScript's memory, after garbage collection",
    ({ heapBytes }) => heapBytes,
    (bytes) => `${(bytes / 1_000_000).toFixed(2)} MB`,
  ],
];

/** Opens the app as the account's owner in a browser with only the session. */
async function visitToday(browser: Browser, appUrl: string, account: Account): Promise<Visit> {
  const context = await browser.newContext({ baseURL: appUrl });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Performance.enable");
    await keepSession(page, account.person.session);
    const answer = page.waitForResponse(/\/rest\/v1\/rpc\/list_tasks/);
    const { usable: painted } = await recordLoad(page);
    await page.getByText(`You have ${account.count} tasks for today`).waitFor();
    const { responseBodySize: sentBytes } = await (await answer).request().sizes();
    await devtools.send("HeapProfiler.collectGarbage");
    const { metrics } = await devtools.send("Performance.getMetrics");
    const heap = metrics.find(({ name }) => name === "JSHeapUsedSize");
    return { painted, sentBytes, heapBytes: heap?.value ?? Number.NaN };
  } finally {
    await context.close();
  }
}

/** A long-time user's first list on Today, compared with that of somebody who has just begun. */
export const bench: Bench = {
  title: "Big histories",
  async measure({ browser, appUrl, log }) {
    const accounts = (await newAccounts()).map((account) => ({
      account,
      visits: [] as Visit[],
    }));
    for (let n = 0; n < ROUNDS + WARM_UP; n += 1) {
      log(`visit ${n + 1} of ${ROUNDS + WARM_UP}…`);
      for (const { account, visits } of accounts) {
        const visit = await visitToday(browser, appUrl, account);
        if (n >= WARM_UP) visits.push(visit);
      }
    }
    const rows = FIGURES.map(([name, valueIn, write]) => {
      const samples = accounts.map(({ visits }) => visits.map(valueIn));
      const [small = Number.NaN, big = Number.NaN] = samples.map((values) =>
        percentile(values, 0.5),
      );
      const cells = samples.flatMap((values) =>
        [0.5, 0.95].map((share) => write(percentile(values, share))),
      );
      return [name, ...cells, `${(big / small).toFixed(2)} ×`];
    });
    const header = accounts.flatMap(({ account: { name, count } }) => [
      `${name}, ${count} on Today: p50`,
      "p95",
    ]);
    return [
      `${ROUNDS} visits each in turn, every one in a new browser context that has nothing but the`,
      "session; app, server and browser on this machine, nothing slowed.\n",
      table(["", ...header, "ratio of p50"], rows),
    ].join("\n");
  },
};
