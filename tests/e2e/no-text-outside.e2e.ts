import { type BrowserContext, expect, type Page } from "@playwright/test";
import { LANGUAGES, PSEUDO } from "../../src/domain/language/languages.ts";
import { REFUSED, test } from "./fixtures.ts";
import { portions } from "./portions.ts";
import { signInAs, visit } from "./screen-checks.ts";

/** Every screen in the pseudo-language: no translation reaches a text outside of its brackets. */

/** Brackets that Playwright's locators overlook, so that screens open by their English names. */
const OPEN = "\u200b";
const CLOSE = "\u00ad";

/** Makes these the brackets of the built pseudo-language, and leaves its letters as they are. */
const hideBrackets = (context: BrowserContext) =>
  context.route("**/assets/pseudo-*.js", async (route) => {
    const response = await route.fetch();
    const changes = [
      [/(["'`])\[\1/, JSON.stringify(OPEN)],
      [/(["'`])\]\1/, JSON.stringify(CLOSE)],
      [/(["'`])AaBb[A-Za-z]+\1/, '""'],
      [/(["'`])~\1/, '""'],
    ] as const;
    let body = await response.text();
    for (const [pattern, replacement] of changes) {
      if (!pattern.test(body)) throw new Error(`${pattern} isn't in the built pseudo-language.`);
      body = body.replace(pattern, replacement);
    }
    await route.fulfill({ response, body });
  });

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

/** What is the same in every language, and what the screens' people are called and have written. */
const FREE = [
  "Rota",
  ...["Petra Person", "Alice Person", "Carol", "Dan", "The flat above the bakery", "Plants"],
  ...["Move the chairs", "Mats", "Nele"],
  ...Object.values(LANGUAGES),
  ...Object.values(PSEUDO),
  ...DATES,
];

const softly = expect.configure({ soft: true });

/** Everything with letters on the screen is in brackets, but for what is free and for addresses. */
async function expectNoTextOutside(page: Page, name: string, free: Iterable<string>) {
  const known = [...new Set([...FREE, ...free])].sort((a, b) => b.length - a.length);
  const { texts, unclosed, isSpoken } = await page.evaluate(textsOutside, [OPEN, CLOSE] as const);
  const left = texts
    .map((text) => known.reduce((rest, word) => rest.replaceAll(word, ""), text))
    .map((text) => text.replace(/\S+@\S+|https?:\/\/\S+/g, "").trim())
    .filter((text) => /\p{L}/u.test(text));
  softly({ texts: [...new Set(left)], unclosed, isSpoken }, name).toEqual({
    texts: [],
    unclosed: 0,
    isSpoken: true,
  });
}

test.use({ locale: "en-XA" });

for (const { needs, portion } of portions) {
  const all = portion.map(({ name }) => name).join(", ");
  test(`no text is outside of the catalogue, for ${needs}: ${all}`, async ({
    page,
    context,
    expectErrors,
  }) => {
    expectErrors(/net::ERR_FAILED/, /dynamically imported module/, REFUSED(404));
    await hideBrackets(context);
    const written: string[] = [];
    await signInAs(page, needs, (text) => {
      written.push(text);
      return text;
    });
    for (const screen of portion) {
      await visit(page, screen);
      await expectNoTextOutside(page, screen.name, written);
    }
  });
}
