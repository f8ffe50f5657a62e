import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { keepSession, newSignedInPerson } from "../support/people.ts";
import { hostileWriter } from "./hostile-text.ts";
import { newBusyPerson, newInvitedPerson, newKeeper, type Writer } from "./screen-people.ts";
import type { Screen } from "./screens.ts";
import { motionEnds } from "./steps.ts";

/** Checks of a screen, whatever people write: it fits into the window, and axe finds nothing. */

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const newPersonWho = {
  nobody: undefined,
  "a new person": () => newSignedInPerson("Nele"),
  "a busy person": newBusyPerson,
  "an invited person": newInvitedPerson,
  "a keeper": newKeeper,
} as const;

/** Signs the page in as a new person of the kind that the screen needs. */
export async function signInAs(
  page: Page,
  needs: Screen["needs"],
  write: Writer = hostileWriter(),
): Promise<void> {
  const person = await newPersonWho[needs]?.(write);
  if (person) await keepSession(page, person.session);
}

/** A fresh page for each screen: a dialog or a cut network must not affect the next. */
export async function visit(page: Page, screen: Screen): Promise<void> {
  await page.unrouteAll();
  await page.goto("about:blank");
  await screen.open(page);
}

/** The width of the page, and elements that stick out of the window or of their clipped or scrolling box. */
function tooWide(width: number) {
  const isShown = (node: Element) => {
    // Text for screen readers is one pixel large, or stands in what is.
    const boxes = [node, node.parentElement ?? node].map((one) => one.getBoundingClientRect());
    return node.checkVisibility() && boxes.every(({ width, height }) => width > 1 && height > 1);
  };
  const sticksOut = (node: Element) => {
    const { left, right } = node.getBoundingClientRect();
    return left < -1 || right > width + 1;
  };
  const overflows = (node: Element) =>
    !node.matches("input, textarea, select") &&
    getComputedStyle(node).overflowX !== "visible" &&
    node.scrollWidth > node.clientWidth + 1;
  const nodes = [...document.body.querySelectorAll("*:not(svg *)")];
  return {
    page: document.documentElement.scrollWidth,
    parts: nodes
      .filter((node) => isShown(node) && (sticksOut(node) || overflows(node)))
      .map((node) => node.outerHTML.slice(0, 120)),
  };
}

const softly = expect.configure({ soft: true });

interface Size {
  /** CSS pixels */
  readonly width: number;
  readonly height: number;
}

/** The page is no wider than the window, and a dialog's controls can be reached. */
export async function expectToFit(page: Page, name: string, size: Size): Promise<void> {
  const { width, height } = size;
  await page.setViewportSize(size);
  // Polled: elements placed by script, such as toasts, follow the new size a frame later.
  await softly
    .poll(() => page.evaluate(tooWide, width), { message: `${name}, ${width} x ${height}` })
    .toEqual({ page: width, parts: [] });
  // A window as low as a zoomed one can't show a whole dialog.
  if (height < 300) return;
  const message = `${name}, ${width}: within reach`;
  await softly.poll(() => page.evaluate(outOfReach), { message }).toEqual([]);
}

/** Texts that show their first lines alone, but for notes, which a button shows whole. */
function cutTexts(): string[] {
  const hasText = ({ childNodes }: Element) =>
    [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  const isCut = (node: Element) => {
    const { overflowY, webkitLineClamp } = getComputedStyle(node);
    const hides = overflowY === "hidden" || overflowY === "clip";
    return hides && webkitLineClamp === "none" && node.scrollHeight > node.clientHeight + 1;
  };
  return [...document.body.querySelectorAll("*:not(svg *)")]
    .filter((node) => node.checkVisibility() && node.clientWidth > 1 && node.clientHeight > 1)
    .filter((node) => hasText(node) && isCut(node))
    .map((node) => node.outerHTML.slice(0, 120));
}

/** Nothing is cut at its end, either; what is too wide, `expectToFit` finds. */
export async function expectNothingCut(page: Page, name: string): Promise<void> {
  await softly.poll(() => page.evaluate(cutTexts), { message: `${name}, cut` }).toEqual([]);
}

/** The words of up to ten letters that break across lines. */
function brokenWords(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const broken: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { width = 0 } = node.parentElement?.getBoundingClientRect() ?? {};
    if (width <= 1 || !node.parentElement?.checkVisibility()) continue;
    for (const { 0: word, index } of (node.textContent ?? "").matchAll(
      /(?<!\S)\p{L}{2,10}(?!\S)/gu,
    )) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
      if (new Set(tops).size > 1) broken.push(word);
    }
  }
  return broken;
}

/** No word of up to ten letters breaks. */
export async function expectWholeWords(page: Page, name: string): Promise<void> {
  // A tablet's letters are larger already, and it is no phone.
  if (/^(display|label)/.test(name)) return;
  await softly
    .poll(() => page.evaluate(brokenWords), { message: `${name}, broken words` })
    .toEqual([]);
}

/** Letters of twice the usual size, as in a browser's settings, keep the width of a phone and break no word. */
export async function expectLargeLettersToFit(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const settings = await page.context().newCDPSession(page);
  const setSize = (standard: number) =>
    settings.send("Page.setFontSizes", { fontSizes: { standard } });
  await setSize(32);
  const letters = () =>
    page.evaluate(() => {
      const { documentElement: root } = document;
      const { fontSize: size } = getComputedStyle(root);
      const sign = document.querySelector("header [role=status]")?.clientHeight ?? 0;
      return { size, width: root.scrollWidth, isSignLow: sign < window.innerHeight / 5 };
    });
  const message = `${name}, letters of 32 px`;
  await softly.poll(letters, { message }).toEqual({ size: "32px", width: 390, isSignLow: true });
  await expectWholeWords(page, message);
  await setSize(16);
  await settings.detach();
}

/** The share of the window's height taken by bars: a screen's header, and everything that stays over the content. */
function barsShare() {
  const stays = (node: Element) => ["sticky", "fixed"].includes(getComputedStyle(node).position);
  return [...document.querySelectorAll("body *:not([data-scope=dialog], [data-toast])")]
    .filter(
      (node) => node.checkVisibility() && (node.matches("header:has(button, a)") || stays(node)),
    )
    .map((node) => node.getBoundingClientRect())
    .filter(({ width }) => width > innerWidth / 2)
    .reduce((share, { height }) => share + height / innerHeight, 0);
}

/** Windows of 1,280 x 720 and 1,024 x 768 at 200 % have enough space for their content. */
export async function expectLowBars(page: Page, name: string): Promise<void> {
  for (const [width, height] of [[640, 360] as const, [512, 384] as const]) {
    await page.setViewportSize({ width, height });
    const message = `${name}, bars of ${width} x ${height}`;
    await softly.poll(() => page.evaluate(barsShare), { message }).toBeLessThanOrEqual(0.15);
    await softly
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message })
      .toBe(width);
  }
}

/** The buttons of a dialog, or else the tabs, that can't be scrolled into the window. */
async function outOfReach() {
  const shown = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
  const dialogs = shown("[role=dialog], [role=alertdialog]");
  const nodes =
    dialogs.length > 0
      ? dialogs.flatMap((dialog) => [...dialog.querySelectorAll("button:not(td button)")])
      : shown("[role=tablist][aria-label=Screens]");
  const seen = (node: Element) =>
    new Promise<number>((resolve) => {
      new IntersectionObserver(([entry], observer) => {
        observer.disconnect();
        resolve(entry?.intersectionRatio ?? 0);
      }).observe(node);
    });
  const out = [];
  for (const node of nodes) {
    if ((await seen(node)) < 0.9) node.scrollIntoView({ block: "nearest", behavior: "instant" });
    if ((await seen(node)) < 0.9) out.push(node.outerHTML.slice(0, 120));
  }
  return out;
}

/** Changes the mode and waits until every colour has changed: even the shortest transition takes a frame. */
async function setColours(page: Page, colorScheme: "light" | "dark") {
  await page.emulateMedia({ colorScheme });
  await motionEnds(page);
}

/** The findings of axe, which is in the page, by all rules or this one. */
async function axeFindings(page: Page, rule?: string) {
  const { violations } = await page.evaluate(
    (runOnly) => window.axe.run({ resultTypes: ["violations"], ...(runOnly && { runOnly }) }),
    rule,
  );
  return violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`),
  }));
}

/** axe finds nothing in this mode, by all rules or this one. */
export async function expectNoFindings(
  page: Page,
  name: string,
  colorScheme: "light" | "dark",
  rule?: string,
): Promise<void> {
  await page.evaluate(axe.source);
  await setColours(page, colorScheme);
  expect.soft(await axeFindings(page, rule), `${name}, ${colorScheme}`).toEqual([]);
}
