import { type BrowserContext, expect, type Page } from "@playwright/test";
import { LANGUAGES, PSEUDO } from "../../src/domain/language/languages.ts";
import { REFUSED, test } from "./fixtures.ts";
import { keepNoLanguage, keepsItsLanguage, read } from "./languages.ts";
import { portions } from "./portions.ts";
import {
  expectNoFindings,
  expectNothingCut,
  expectToFit,
  expectWholeWords,
  signInAs,
  visit,
} from "./screen-checks.ts";

/**
 * Every screen in other languages: no translation reaches a text outside of the pseudo-language's brackets;
 * that, two fifths longer, fits into a phone, and each language into a phone and a tablet; axe finds nothing.
 */

/** Brackets that Playwright's locators overlook, so that screens open by their English names. */
const OPEN = "\u200b";
const CLOSE = "\u00ad";

/** Makes these the brackets of the built pseudo-language, whose texts are as long as English until `lengthen`. */
const hideBrackets = (context: BrowserContext) =>
  context.route("**/assets/pseudo-*.js", async (route) => {
    // A connection that was kept may have been closed meanwhile.
    const response = await route.fetch({ maxRetries: 1 });
    const changes = [
      [/(["'`])\[\1/, JSON.stringify(OPEN)],
      [/(["'`])\]\1/, JSON.stringify(CLOSE)],
      [/(["'`])AaBb[A-Za-z]+\1/, '""'],
      [/(["'`])~\1/, '(globalThis.tail ?? "")'],
    ] as const;
    let body = await response.text();
    for (const [pattern, replacement] of changes) {
      if (!pattern.test(body)) throw new Error(`${pattern} isn't in the built pseudo-language.`);
      body = body.replace(pattern, replacement);
    }
    await route.fulfill({ response, body });
  });

const lengthen = (page: Page) => page.evaluate(() => Object.assign(globalThis, { tail: "~" }));

/** What is shown or named outside of brackets, and whether anything is inside. */
function textsOutside([open, close]: readonly [string, string]) {
  const names = ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext"];
  const attributes = [...names, "title", "placeholder", "alt", "label"];
  let depth = 0;
  const outside = (text: string) => {
    let rest = "";
    for (const letter of text) {
      if (letter === open) depth += 1;
      else if (letter === close) depth -= 1;
      else if (depth === 0) rest += letter;
    }
    return rest;
  };
  const isRead = (element: Element | null) =>
    element?.matches("option") ||
    (element?.checkVisibility() && !element.closest("script, style, noscript"));
  const texts: string[] = [];
  // A sentence with marked parts goes on in the next texts.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = outside(node.textContent ?? "");
    if (isRead(node.parentElement)) texts.push(text);
  }
  const unclosed = depth;
  for (const element of document.querySelectorAll("body *")) {
    for (const name of isRead(element) ? attributes : []) {
      depth = 0;
      texts.push(outside(element.getAttribute(name) ?? ""));
    }
  }
  depth = 0;
  texts.push(outside(document.title));
  const isSpoken = document.body.textContent?.includes(open) ?? false;
  return { texts, unclosed, isSpoken };
}

const nameOf = (time: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en", { ...options, timeZone: "UTC" }).format(time);

/** The names of months and weekdays, from a year that began on a Sunday. */
const DATES = (["long", "short"] as const).flatMap((length) => [
  ...Array.from({ length: 12 }, (_, month) => nameOf(Date.UTC(2023, month), { month: length })),
  ...Array.from({ length: 7 }, (_, day) => nameOf(Date.UTC(2023, 0, day + 1), { weekday: length })),
]);

/** What is the same in every language, and what the screens' people are called, type and have written. */
const FREE = [
  ...["Rota", "AM", "PM", "UTC", ...Object.values(LANGUAGES), ...Object.values(PSEUDO)],
  ...[...DATES, ...DATES.map((name) => name.slice(0, 2))],
  ...["Petra Person", "Alice Person", "Carol", "Dan", "The flat above the bakery"],
  ...["Plants", "Home", "Gym", "3x a week", "Descale the kettle", "Move the chairs", "Mats"],
  "Sort the letters, bills and leaflets of the week into those to answer and to throw away",
];

/** Addresses, time zones, and what is typed to be hostile. */
const FREE_PATTERNS = /\S+@\S+|https?:\/\/\S+|^[A-Z]\w+(\/[\w+ -]+)+$|[א-ת]+|W{20,}|\bword\b/gu;

const words = (text: string) =>
  new RegExp(`(?<!\\p{L})${text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")}(?!\\p{L})`, "gu");

const softly = expect.configure({ soft: true });

/** Everything with words on the screen is in brackets, but for what is free: the pieces of what was written, too. */
async function expectNoTextOutside(page: Page, name: string, written: readonly string[]) {
  const pieces = written.flatMap((text) => text.split(/\s*(?:\n|https?:\S+)\s*/));
  const known = [...new Set([...FREE, ...written, ...pieces])].sort((a, b) => b.length - a.length);
  const { texts, unclosed, isSpoken } = await page.evaluate(textsOutside, [OPEN, CLOSE] as const);
  const left = texts
    .map((text) => known.reduce((rest, word) => rest.replaceAll(words(word), ""), text))
    .map((text) => text.trim().replaceAll(FREE_PATTERNS, "").trim())
    .filter((text) => /\p{L}{2}/u.test(text));
  softly({ texts: [...new Set(left)], unclosed, isSpoken }, name).toEqual({
    texts: [],
    unclosed: 0,
    isSpoken: true,
  });
}

const phone = { width: 390, height: 844 };
/** Beside the tabs, it has the least room for the header's words. */
const tablet = { width: 820, height: 1_180 };

test.use({ locale: "en-XA", viewport: phone, isMobile: true, hasTouch: true });
test.use({ reducedMotion: "reduce" });

for (const { needs, portion } of portions) {
  const all = portion.map(({ name }) => name).join(", ");
  test(`in other languages, for ${needs}: ${all}`, async ({ page, context, expectErrors }) => {
    expectErrors(/net::ERR_FAILED/, /dynamically imported module/, REFUSED(404));
    await hideBrackets(context);
    await keepNoLanguage(context);
    const written: string[] = [];
    await signInAs(page, needs, (text) => {
      written.push(text);
      return text;
    });
    for (const screen of portion) {
      await visit(page, screen);
      await expectNoTextOutside(page, screen.name, written);
      if (keepsItsLanguage(screen.name)) continue;
      for (const language of ["de", "ar", "fr", "nl", "es"] as const) {
        const name = `${screen.name} in ${language}`;
        await read(page, language);
        await expectToFit(page, name, tablet);
        await expectWholeWords(page, `${name}, ${tablet.width}`);
        await expectToFit(page, name, phone);
        if (language === "de" || language === "ar") await expectNoFindings(page, name, "light");
      }
      await lengthen(page);
      await read(page, "en-XA");
      await expect(page.locator("body")).toContainText("~~");
      await expectToFit(page, `${screen.name}, longer`, phone);
      await expectNothingCut(page, `${screen.name}, longer`);
    }
  });
}
