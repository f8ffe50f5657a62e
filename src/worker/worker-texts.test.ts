import { afterEach, expect, test, vi } from "vitest";
import { US_STYLE } from "../domain/dates/date-style.ts";
import { localeOf } from "../domain/language/locale.ts";
import { keepWorkerTexts, readWorkerTexts } from "./worker-texts.ts";

afterEach(() => vi.unstubAllGlobals());

function stubCaches() {
  const kept = new Map<string, Response>();
  vi.stubGlobal("caches", {
    open: async () => ({ put: async (key: string, of: Response) => void kept.set(key, of) }),
    match: async (key: string) => kept.get(key),
  });
}

test("the worker says what the page has kept for it", async () => {
  stubCaches();
  const german = { "{name} did it": [["name"], " hat es gemacht"] } as never;
  await keepWorkerTexts(localeOf("de", german, US_STYLE));
  expect(await readWorkerTexts()).toMatchObject({
    lang: "de",
    didIt: "{name} hat es gemacht",
    // not translated
    done: "Done",
  });
});

test("it speaks English where nothing is kept, or can be", async () => {
  const english = { lang: "en", done: "Done", skippedIt: "{name} skipped it" };
  expect(await readWorkerTexts()).toMatchObject(english);
  stubCaches();
  expect(await readWorkerTexts()).toMatchObject(english);
});
