import { mkdirSync } from "node:fs";
import { keepSession, newSignedInPerson } from "../support/people.ts";
import { test } from "./fixtures.ts";
import { newBusyPerson, newInvitedPerson, newKeeper } from "./screen-people.ts";
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
    if (screen.needs === "a new person")
      await keepSession(page, (await newSignedInPerson("Nele")).session);
    if (screen.needs === "a busy person") await keepSession(page, (await newBusyPerson()).session);
    if (screen.needs === "an invited person")
      await keepSession(page, (await newInvitedPerson()).session);
    if (screen.needs === "a keeper") await keepSession(page, (await newKeeper()).session);
    for (const size of sizes) {
      await page.unrouteAll();
      await page.setViewportSize(size);
      await page.goto("about:blank");
      await screen.open(page);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const path = `${folder}/${screen.name}-${size.width}-${colorScheme}.png`;
        await page.screenshot({ path, animations: "disabled" });
      }
    }
  });
}
