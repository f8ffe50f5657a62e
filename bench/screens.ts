import type { Browser, Page } from "@playwright/test";
import { keepSession, type SignedInPerson } from "../tests/support/people.ts";
import type { Bench } from "./context.ts";
import { table } from "./report.ts";
import { aloneWithFive, familyOfFour, threeWeeksBehind } from "./screen-fixtures.ts";
import { measureTaps } from "./taps.ts";

/** Measures how much a screen asks of somebody who looks at it. */

interface Look {
  readonly words: number;
  readonly controls: number;
  /** from the top of the window to the middle of the first circle, in pixels */
  readonly circle: number;
  readonly rows: string;
  /** of the whole page, in pixels */
  readonly height: number;
  /** the number of tasks that it shows for today */
  readonly tasks: string;
}

/** Counts visible text and controls; anything only for assistive technology doesn't count. */
function lookAtPage(): Look {
  const isSeen = (element: Element) => {
    for (let one: Element | null = element; one; one = one.parentElement) {
      const { width, height } = one.getBoundingClientRect();
      if (getComputedStyle(one).position === "absolute" && width <= 1 && height <= 1) return false;
    }
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let words = 0;
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode;
    const isText = parentElement && !parentElement.closest("script, style, noscript");
    if (isText && isSeen(parentElement)) words += textContent?.match(/\S+/g)?.length ?? 0;
  }
  const controls = document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, [role=menuitem]",
  );
  const circle = document.querySelector("button.tick .circle")?.getBoundingClientRect();
  const rows = [...document.querySelectorAll(".row")];
  const bar = document.querySelector("[role=tablist]")?.getBoundingClientRect();
  const end = bar && bar.top > innerHeight / 2 ? bar.top : innerHeight;
  const fit = rows.filter((row) => row.getBoundingClientRect().bottom <= end);
  return {
    words,
    controls: [...controls].filter(isSeen).length,
    circle: circle ? Math.round(circle.top + circle.height / 2) : 0,
    rows: `${fit.length} of ${rows.length}`,
    height: document.documentElement.scrollHeight,
    tasks: document.body.textContent.match(/You have ([\d,]+) task/)?.[1] ?? "0",
  };
}

const WIDTHS = [390, 820, 1280];

async function openToday(browser: Browser, appUrl: string, person: SignedInPerson, width: number) {
  const context = await browser.newContext({
    baseURL: appUrl,
    viewport: { width, height: 844 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await keepSession(page, person.session);
  await page.goto("/");
  await page.locator(".row").first().waitFor();
  await page.getByText("Next seven days").or(page.getByLabel("Next seven days")).first().waitFor();
  return page;
}

export async function look(page: Page) {
  // Waits for late content.
  await page.waitForLoadState("networkidle");
  return page.evaluate(lookAtPage);
}

export const bench: Bench = {
  title: "Screens: what is on them, and how many taps the commonest deeds take",
  measure: async ({ appUrl, browser }) => {
    const people = [
      ["alone, 5 tasks", await aloneWithFive()],
      ["a family, 6 due and 3 missed", await familyOfFour()],
      ["three weeks behind, 40 tasks", await threeWeeksBehind()],
    ] as const;
    const rows: string[][] = [];
    for (const [name, person] of people) {
      for (const width of WIDTHS) {
        const page = await openToday(browser, appUrl, person, width);
        const { words, controls, circle, rows: fit, height, tasks } = await look(page);
        const figures = [`${words} / ${controls}`, `${circle}`, fit, `${height}`, tasks];
        rows.push([`${name}, ${width} px`, ...figures]);
        await page.context().close();
      }
    }
    const looks = table(
      ["Today", "words / controls", "first circle, y of 844", "rows in sight", "height", "tasks"],
      rows,
    );
    return `${looks}\n\n${await measureTaps(browser, appUrl)}`;
  },
};
