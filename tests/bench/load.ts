import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { addTask } from "../support/actors-tasks.ts";
import { newSignedInPerson, type SignedInPerson } from "../support/people.ts";
import { builtAppFolder } from "../support/preview.ts";
import { serveCompressed } from "./compressed-app.ts";
import type { Bench } from "./context.ts";
import { type LoadTimes, recordLoad, throttle } from "./load-page.ts";
import { bundle } from "./recurrence-bundle.ts";
import { percentile, table } from "./report.ts";

/** Cold and warm loads of Today on a phone's profile, beside a bare React page. */

const LOADS = 11;
const TASKS = 30;

/** Somebody with a board like a household's, due today. */
async function newBusyPerson(): Promise<SignedInPerson> {
  const person = await newSignedInPerson("Petra Person");
  const start_date = new Date().toISOString().slice(0, 10);
  for (let n = 1; n <= TASKS; n += 1) {
    await addTask(person, { title: `Chore number ${n}`, category: `Room ${n % 5}`, start_date });
  }
  return person;
}

/** A page that does nothing but show two lines with React. */
async function writeBarePage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "rota-bare-"));
  const { code } = await bundle("tests/bench/bare-page.tsx", { inOneFile: true });
  writeFileSync(join(folder, "bare.js"), code);
  const head = '<!doctype html><meta charset="utf-8"><title>Bare</title>';
  const script = '<script type="module" src="/bare.js"></script>';
  writeFileSync(join(folder, "index.html"), `${head}${script}<div id="root"></div>`);
  return folder;
}

async function newContext(browser: Browser, url: string, person?: SignedInPerson) {
  const kept = [{ name: "rota.session", value: JSON.stringify(person?.session) }];
  return browser.newContext({
    baseURL: url,
    viewport: { width: 412, height: 823 },
    ...(person && {
      storageState: { cookies: [], origins: [{ origin: url, localStorage: kept }] },
    }),
  });
}

async function load(context: BrowserContext): Promise<{ page: Page; times: LoadTimes }> {
  const page = await context.newPage();
  const session = await throttle(page);
  const recorded = await recordLoad(page);
  await page.goto("/");
  const times = await recorded();
  await session.detach();
  return { page, times };
}

/** One visit in a new browser, and the next one in the same. */
async function visitTwice(context: BrowserContext): Promise<[LoadTimes, LoadTimes]> {
  const first = await load(context);
  // The list is kept when the page is left.
  await first.page.goto("about:blank");
  await first.page.close();
  const second = await load(context);
  await context.close();
  return [first.times, second.times];
}

function row(name: string, samples: readonly LoadTimes[]): string[] {
  const columns = ["shell", "largest", "list", "fresh"] as const;
  const seconds = columns.map((column) => {
    const values = samples.map((times) => times[column]);
    const median = percentile(values, 0.5);
    return Number.isNaN(median) ? "–" : `${(median / 1_000).toFixed(2)} s`;
  });
  return [name, ...seconds];
}

export const bench: Bench = {
  title: "Loading Today on a phone",
  async measure({ browser, log }) {
    const person = await newBusyPerson();
    const app = await serveCompressed(builtAppFolder);
    const bareFolder = await writeBarePage();
    const bare = await serveCompressed(bareFolder);
    const cold: LoadTimes[] = [];
    const warm: LoadTimes[] = [];
    const reference: LoadTimes[] = [];
    try {
      for (let n = 0; n < LOADS; n += 1) {
        log(`load ${n + 1} of ${LOADS}…`);
        const [first, second] = await visitTwice(await newContext(browser, app.url, person));
        cold.push(first);
        warm.push(second);
        const context = await newContext(browser, bare.url);
        reference.push((await load(context)).times);
        await context.close();
      }
    } finally {
      app.close();
      bare.close();
      rmSync(bareFolder, { recursive: true });
    }
    const largest = (samples: readonly LoadTimes[]) =>
      percentile(
        samples.map((times) => times.largest),
        0.5,
      );
    return [
      `A processor 4 × slower, 1.6 Mbit/s, 150 ms; ${TASKS} tasks due today; medians of ${LOADS} loads,`,
      "from the start of the navigation.\n",
      table(
        ["", "first paint", "largest paint", "the list can be used", "the fresh list"],
        [row("first visit", cold), row("second visit", warm), row("a bare React page", reference)],
      ),
      `\nLargest paint, first visit / bare React page: ${(largest(cold) / largest(reference)).toFixed(2)} ×`,
    ].join("\n");
  },
};
