import { mkdirSync } from "node:fs";
import { test } from "./fixtures.ts";
import { keepNoLanguage, keepsItsLanguage, read } from "./languages.ts";
import { portions } from "./portions.ts";
import { signInAs, visit } from "./screen-checks.ts";

/** `npm run screenshots languages`: every screen in English, German and Arabic, three widths, into `screenshots`. */

const folder = "screenshots";
const widths = [390, 820, 1280];

test.describe.configure({ mode: "parallel" });
mkdirSync(folder, { recursive: true });

for (const { needs, portion } of portions) {
  test(portion.map(({ name }) => name).join(", "), async ({ page, context, expectErrors }) => {
    expectErrors(/./);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await keepNoLanguage(context);
    await signInAs(page, needs, (text) => text);
    for (const screen of portion) {
      await page.setViewportSize({ width: 390, height: 844 });
      await visit(page, screen);
      const languages = keepsItsLanguage(screen.name) ? [] : (["en", "de", "ar"] as const);
      for (const language of languages) {
        await read(page, language);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 844 });
          const path = `${folder}/${screen.name}-${width}-${language}.png`;
          await page.screenshot({ path, animations: "disabled" });
        }
      }
    }
  });
}
