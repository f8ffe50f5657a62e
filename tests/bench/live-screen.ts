import type { Browser, Locator, Page } from "@playwright/test";
import { keepSession, type SignedInPerson } from "../support/people.ts";

/** What of a tap can be seen from outside: when it was, and when another screen painted the change. */

declare global {
  interface Window {
    /** When, on the system's clock, the awaited text was painted. */
    rotaSeenAt?: Promise<number>;
    rotaTappedAt?: number;
    /** When the page last sent a request, and when a websocket message last came. */
    rotaSentAt?: number;
    rotaMessageAt?: number;
  }
}

/** Runs in the page before the app: notes what goes out and what comes in. */
function watchNetwork(): void {
  const now = () => performance.timeOrigin + performance.now();
  const send = window.fetch;
  window.fetch = (...request) => {
    window.rotaSentAt = now();
    return send(...request);
  };
  window.WebSocket = class extends WebSocket {
    constructor(...address: ConstructorParameters<typeof WebSocket>) {
      super(...address);
      this.addEventListener("message", () => {
        window.rotaMessageAt = now();
      });
    }
  };
}

/** A browser of their own for somebody, with Today open. */
export async function openToday(
  browser: Browser,
  appUrl: string,
  person: SignedInPerson,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: appUrl });
  // The loader that runs this file wraps named functions in a helper that a page does not have.
  await context.addInitScript("globalThis.__name = (named) => named");
  await context.addInitScript(watchNetwork);
  const page = await context.newPage();
  await keepSession(page, person.session);
  await page.goto("/");
  return page;
}

/** Starts waiting, in the page, for a frame painted with the row in the section. */
export function awaitRow(page: Page, section: string, title: string): Promise<void> {
  return page.evaluate(
    ([name, text]) => {
      const isThere = () =>
        [...document.querySelectorAll(`section[aria-labelledby], [role="region"]`)].some(
          (region) => {
            const label =
              region.getAttribute("aria-label") ?? region.querySelector("h2,h3")?.textContent;
            return label?.startsWith(name) && region.textContent?.includes(text);
          },
        );
      window.rotaSeenAt = new Promise((resolve) => {
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
    [section, title] as const,
  );
}

/** The way of one tap, in milliseconds. */
export interface TapTimes {
  /** from the tap to the request, which waits until the tick has been painted */
  readonly sending: number;
  /** from the request to the message in the other browser */
  readonly underWay: number;
  /** from the message to the painted change */
  readonly painting: number;
  readonly total: number;
}

/** Taps a button; resolves when the row that the other page awaits has been painted there. */
export async function timeTap(page: Page, button: Locator, other: Page): Promise<TapTimes> {
  await button.evaluate((element: HTMLElement) => {
    window.rotaTappedAt = performance.timeOrigin + performance.now();
    element.click();
  });
  const [seenAt, messageAt] = await other.evaluate(async () => [
    (await window.rotaSeenAt) ?? Number.NaN,
    window.rotaMessageAt ?? Number.NaN,
  ]);
  const [tappedAt, sentAt] = await page.evaluate(() => [
    window.rotaTappedAt ?? Number.NaN,
    window.rotaSentAt ?? Number.NaN,
  ]);
  return {
    sending: sentAt - tappedAt,
    underWay: messageAt - sentAt,
    painting: seenAt - messageAt,
    total: seenAt - tappedAt,
  };
}
