import { type Browser, expect, type Page } from "@playwright/test";
import { acceptEachOther } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { type AppClient, closeApps, openApp } from "../support/app-client.ts";
import { newSignedInPerson } from "../support/people.ts";
import type { Bench } from "./context.ts";
import { type Baseline, openBaseline } from "./live-baseline.ts";
import { awaitRow, openToday, type TapTimes, timeTap } from "./live-screen.ts";
import { ms, percentile, table } from "./report.ts";

const TAPS = Number(process.env.ROTA_BENCH_TAPS ?? 500);
const SUBSCRIBERS = [2, 50];
const TITLE = "Do the dishes";

interface Samples {
  readonly taps: TapTimes[];
  readonly echoes: number[];
  readonly commits: number[];
}

/** From Bob's tap to Alice's screen, with the bare echo and commit of the same moments. */
async function sample(bobsPage: Page, alicesPage: Page, baseline: Baseline): Promise<Samples> {
  const samples: Samples = { taps: [], echoes: [], commits: [] };
  const button = (section: string, name: string) =>
    bobsPage.getByRole("region", { name: section }).getByRole("button", { name, exact: true });
  const tick = button("Active", `Mark ${TITLE} as done`);
  const undo = button("Done", `Undo ${TITLE}`);
  for (let n = 0; n < TAPS; n += 1) {
    const isTick = n % 2 === 0;
    const next = isTick ? tick : undo;
    await next.waitFor();
    const target = isTick ? "Done" : "Active";
    // The row of the last tap takes its leave; before it is gone there is nothing to wait for.
    await expect(
      alicesPage.getByRole("region", { name: target }).getByText(TITLE, { exact: true }),
    ).toHaveCount(0);
    samples.echoes.push(await baseline.echo());
    samples.commits.push(await baseline.commit());
    await awaitRow(alicesPage, target, TITLE);
    samples.taps.push(await timeTap(bobsPage, next, alicesPage));
  }
  return samples;
}

/** Two people in browsers and the others in Node, all live on one task. */
async function measure(browser: Browser, appUrl: string, subscribers: number): Promise<Samples> {
  const [alice, bob] = await Promise.all([newSignedInPerson("Alice"), newSignedInPerson("Bob")]);
  const baseline = await openBaseline(browser);
  const pages: Page[] = [];
  try {
    const others: AppClient[] = [];
    for (let n = 2; n < subscribers; n += 1) {
      others.push(await openApp({ name: `Person${n}` }));
    }
    const ids = others.map(({ session }) => ({ id: session.userId }));
    await acceptEachOther([alice, bob, ...ids]);
    const today = new Date().toISOString().slice(0, 10);
    const task = {
      title: TITLE,
      start_date: today,
      share_with: [bob.email, ...others.map(({ email }) => email)],
    };
    await addTask(alice, task);
    const alicesPage = await openToday(browser, appUrl, alice);
    const bobsPage = await openToday(browser, appUrl, bob);
    pages.push(alicesPage, bobsPage);
    return await sample(bobsPage, alicesPage, baseline);
  } finally {
    await baseline.close();
    await Promise.all(pages.map((page) => page.context().close()));
    await closeApps();
  }
}

function rowsOf(subscribers: number, { taps, echoes, commits }: Samples): string[][] {
  const shares = [0.5, 0.95, 0.99];
  const of = (part: keyof TapTimes) => taps.map((times) => times[part]);
  const row = (name: string, samples: readonly number[]) => [
    `${subscribers} subscribers: ${name}`,
    String(samples.length),
    ...shares.map((share) => ms(percentile(samples, share))),
  ];
  const ratios = shares.map((share) => {
    const least = percentile(echoes, share) + percentile(commits, share);
    return `${(percentile(of("total"), share) / least).toFixed(1)} ×`;
  });
  return [
    row("tap to the other's painted change", of("total")),
    row("– tap to request", of("sending")),
    row("– request to message", of("underWay")),
    row("– message to paint", of("painting")),
    row("bare websocket round trip", echoes),
    row("one commit", commits),
    [`${subscribers} subscribers: tap / (round trip + commit)`, "", ...ratios],
  ];
}

/** Browser, API, database and back to the other browser's paint, beside what it cannot do without. */
export const bench: Bench = {
  title: "From one person's tap to the other's screen",
  async measure({ browser, appUrl, log }) {
    const rows: string[][] = [];
    for (const subscribers of SUBSCRIBERS) {
      log(`${TAPS} taps with ${subscribers} subscribers…`);
      rows.push(...rowsOf(subscribers, await measure(browser, appUrl, subscribers)));
    }
    return table(["measured", "samples", "p50", "p95", "p99"], rows);
  },
};
