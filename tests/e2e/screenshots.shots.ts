import { mkdirSync } from "node:fs";
import { test } from "./fixtures.ts";
import { signInAs, visit } from "./screen-checks.ts";
import { screens } from "./screens.ts";

/** Pictures of every screen in three widths and both modes, into the folder `screenshots`. */

const folder = "screenshots";
const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
] as const;

test.describe.configure({ mode: "parallel" });
mkdirSync(folder, { recursive: true });

for (const screen of screens) {
  test(screen.name, async ({ page, expectErrors }) => {
    expectErrors(/./);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await signInAs(page, screen.needs, (text) => text);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await visit(page, screen);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const path = `${folder}/${screen.name}-${size.width}-${colorScheme}.png`;
        await page.screenshot({ path, animations: "disabled" });
      }
    }
  });
}
