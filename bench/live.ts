import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { acceptEachOther } from "../tests/support/actors.ts";
import { addTask } from "../tests/support/actors-tasks.ts";
import { type AppClient, closeApps, openApp } from "../tests/support/app-client.ts";
import { keepSession, newSignedInPerson, type SignedInPerson } from "../tests/support/people.ts";
import type { Bench } from "./context.ts";
import { ms, percentile, table } from "./report.ts";

/** Measures the time from one person's tap to the frame in which another's browser has painted it. */

const TAPS = Number(process.env.ROTA_BENCH_TAPS ?? 200);
const SUBSCRIBERS = [2, 50];
const TITLE = "Do the dishes";
/** A change not painted after so many milliseconds counts as lost. */
const LOST = 10_000;

declare global {
  interface Window {
    /** When the awaited row was painted, by the system's clock. */
    rotaSeenAt?: Promise<number>;
  }
}

/** A separate browser for somebody, with Today open. */
async function openToday(browser: Browser, appUrl: string, person: SignedInPerson): Promise<Page> {
  const context = await browser.newContext({ baseURL: appUrl });
  const page = await context.newPage();
  await keepSession(page, person.session);
  await page.goto("/");
  // Once prefetching is done, no row is mounted again.
  await page.waitForLoadState("networkidle");
  return page;
}

type Section = "Active" | "Done";

/** The row in a section, unless it is being removed. */
const rowIn = (page: Page, section: Section) =>
  page.locator(`[data-section=${section}]:not([inert]) li:not([inert])`, { hasText: TITLE });

/** Starts waiting, in the page, for the frame that shows the row in the section. */
function awaitRow(page: Page, section: Section): Promise<void> {
  return page.evaluate(
    ([selector, title, lost]) => {
      const isThere = () =>
        [...document.querySelectorAll(selector)].some((row) => row.textContent.includes(title));
      window.rotaSeenAt = new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error("the change never came")), lost);
        const check = () => {
          if (!isThere()) return;
          observer.disconnect();
          // The change is in the document; the next frame paints it.
          requestAnimationFrame(() =>
            setTimeout(() => resolve(performance.timeOrigin + performance.now())),
          );
        };
        const observer = new MutationObserver(check);
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        check();
      });
    },
    [`[data-section=${section}] li:not([inert])`, TITLE, LOST] as const,
  );
}

const tap = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    const tappedAt = performance.timeOrigin + performance.now();
    element.click();
    return tappedAt;
  });

/** Milliseconds from each of Bob's taps to Alice's screen. */
async function sample(bobsPage: Page, alicesPage: Page): Promise<number[]> {
  const latencies: number[] = [];
  for (let n = 0; n < TAPS; n += 1) {
    const [from, to] = n % 2 === 0 ? (["Active", "Done"] as const) : (["Done", "Active"] as const);
    const button = rowIn(bobsPage, from).getByRole("button");
    await button.waitFor();
    // The row of the last tap is being removed; until it is gone there is nothing to wait for.
    await expect(alicesPage.locator(`[data-section=${to}] li`)).toHaveCount(0);
    await awaitRow(alicesPage, to);
    const tappedAt = await tap(button);
    const seenAt = await alicesPage.evaluate(() => window.rotaSeenAt);
    latencies.push((seenAt ?? Number.NaN) - tappedAt);
  }
  return latencies;
}

/** Two people in browsers and the others in Node, all live on one task. */
async function measure(browser: Browser, appUrl: string, subscribers: number): Promise<number[]> {
  const [alice, bob] = await Promise.all([newSignedInPerson("Alice"), newSignedInPerson("Bob")]);
  const pages: Page[] = [];
  try {
    const others: AppClient[] = [];
    for (let n = 2; n < subscribers; n += 1) {
      others.push(await openApp({ name: `Person${n}` }));
    }
    const ids = others.map(({ session }) => ({ id: session.userId }));
    await acceptEachOther([alice, bob, ...ids]);
    const start_date = new Date().toISOString().slice(0, 10);
    const share_with = [bob.email, ...others.map(({ email }) => email)];
    await addTask(alice, { title: TITLE, start_date, share_with });
    for (const person of [alice, bob]) pages.push(await openToday(browser, appUrl, person));
    const [alicesPage, bobsPage] = pages;
    return alicesPage && bobsPage ? await sample(bobsPage, alicesPage) : [];
  } finally {
    await Promise.all(pages.map((page) => page.context().close()));
    await closeApps();
  }
}

export const bench: Bench = {
  title: "From one person's tap to the other's screen",
  async measure({ browser, appUrl, log }) {
    const rows: string[][] = [];
    for (const subscribers of SUBSCRIBERS) {
      log(`${TAPS} taps with ${subscribers} subscribers…`);
      const latencies = await measure(browser, appUrl, subscribers);
      const figures = [0.5, 0.95, 0.99].map((share) => ms(percentile(latencies, share)));
      rows.push([`${subscribers} subscribers`, String(latencies.length), ...figures]);
    }
    return table(["tap to the other's painted change", "taps", "p50", "p95", "p99"], rows);
  },
};
