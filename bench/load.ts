import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext } from "@playwright/test";
import { addTask } from "../tests/support/actors-tasks.ts";
import { newSignedInPerson, type SignedInPerson } from "../tests/support/people.ts";
import { builtAppFolder } from "../tests/support/preview.ts";
import { serveCompressed } from "./compressed-app.ts";
import type { Bench } from "./context.ts";
import { type LoadTimes, recordLoad, throttle } from "./load-page.ts";
import { bundlePage } from "./page-bundle.ts";
import { percentile, table } from "./report.ts";

/**
 * Loads of Today and of the sign-in screen with a phone's profile, compared with a bare React page, and with
 * one that also has the app's other libraries of the first screen.
 */

const LOADS = Number(process.env.ROTA_BENCH_LOADS ?? 11);
const TASKS = 30;

/** A person with a list like a household's, due today. */
async function newBusyPerson(): Promise<SignedInPerson> {
  const person = await newSignedInPerson("Petra Person");
  const start_date = new Date().toISOString().slice(0, 10);
  for (let n = 1; n <= TASKS; n += 1) {
    await addTask(person, { title: `Chore number ${n}`, category: `Room ${n % 5}`, start_date });
  }
  return person;
}

/** A page that only shows two lines. */
async function writeBarePage(source: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "rota-bare-"));
  writeFileSync(join(folder, "bare.js"), await bundlePage(source));
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

/** In this time, in milliseconds, a new window has loaded the pages of its own that a phone's browser doesn't have. */
const WINDOW_OPENS = 1_500;

/** The next visit in this browser; without a network it is a cold start from what the first visit stored. */
async function visit(context: BrowserContext, name: string): Promise<LoadTimes> {
  const isOffline = name === "offline";
  await context.setOffline(isOffline);
  const page = await context.newPage();
  await page.waitForTimeout(WINDOW_OPENS);
  const session = await throttle(page, isOffline);
  const times = await recordLoad(page);
  await session.detach();
  if (name === "first") await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  // Leaving the page stores the list.
  await page.goto("about:blank");
  await page.close();
  return times;
}

const median = (samples: readonly LoadTimes[], column: keyof LoadTimes) =>
  percentile(
    samples.map((times) => times[column]),
    0.5,
  );

export const bench: Bench = {
  title: "Loading on a phone",
  async measure({ browser, log }) {
    const person = await newBusyPerson();
    const app = await serveCompressed(builtAppFolder);
    const bareFolder = await writeBarePage("bench/bare-page.tsx");
    const bare = await serveCompressed(bareFolder);
    const librariesFolder = await writeBarePage("bench/libraries-page.tsx");
    const libraries = await serveCompressed(librariesFolder);
    const samples: Record<string, LoadTimes[]> = {
      ...{ first: [], second: [], offline: [], signIn: [], libraries: [], bare: [] },
    };
    const visits = [
      [["first", "second", "offline"], () => newContext(browser, app.url, person)],
      [["signIn"], () => newContext(browser, app.url)],
      [["libraries"], () => newContext(browser, libraries.url)],
      [["bare"], () => newContext(browser, bare.url)],
    ] as const;
    try {
      for (let n = 0; n < LOADS; n += 1) {
        log(`load ${n + 1} of ${LOADS}…`);
        for (const [names, open] of visits) {
          const context = await open();
          for (const name of names) samples[name]?.push(await visit(context, name));
          await context.close();
        }
      }
    } finally {
      for (const server of [app, libraries, bare]) server.close();
      for (const folder of [librariesFolder, bareFolder]) rmSync(folder, { recursive: true });
    }
    const reference = median(samples.bare ?? [], "largest");
    const row = (label: string, name: string) => {
      const times = samples[name] ?? [];
      const columns = ["shell", "largest", "usable"] as const;
      const seconds = columns.map((column) => `${(median(times, column) / 1_000).toFixed(2)} s`);
      return [label, ...seconds, `${(median(times, "largest") / reference).toFixed(2)} ×`];
    };
    return [
      `A processor 4 × slower, 1.6 Mbit/s, 150 ms; ${TASKS} tasks due today; medians of ${LOADS} loads,`,
      "from the start of the navigation.\n",
      table(
        ["", "first paint", "largest paint", "can be used", "largest paint / bare"],
        [
          row("Today, first visit", "first"),
          row("Today, second visit", "second"),
          row("Today, without a network", "offline"),
          row("the sign-in screen", "signIn"),
          row("two lines, with Chakra UI and TanStack Query", "libraries"),
          row("two lines, with React alone", "bare"),
        ],
      ),
    ].join("\n");
  },
};
