import { expect } from "@playwright/test";
import { day } from "../tests/support/day.ts";
import { newHousehold } from "../tests/support/households.ts";
import { weeklyGrocy } from "../tests/support/moving/weekly-grocy.ts";
import { keepSession, newSignedInPerson } from "../tests/support/people.ts";
import type { Bench } from "./context.ts";
import { ms, table } from "./report.ts";

/** Measures an import of another program's database with 20,000 deeds, and how long the page doesn't answer meanwhile. */

const CHORES = 40;
const WEEKS = 500;

export const bench: Bench = {
  title: "A household moves in with 20,000 deeds",
  async measure({ appUrl, browser }) {
    const alice = await newSignedInPerson("Alice Ames");
    const household = await newHousehold(alice, "Home");
    const context = await browser.newContext({ baseURL: appUrl, timezoneId: "UTC" });
    try {
      const page = await context.newPage();
      await keepSession(page, alice.session);
      await page.goto(`/household/${household}`);
      await page.getByRole("button", { name: "Import tasks" }).click();
      await page.evaluate(() => {
        const tasks = { longest: 0 };
        Object.assign(window, { tasks });
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries())
            tasks.longest = Math.max(tasks.longest, duration);
        }).observe({ type: "longtask" });
      });
      const buffer = Buffer.from(await weeklyGrocy({ chores: CHORES, weeks: WEEKS, day }));
      const next = page.getByRole("button", { name: "Continue" });
      const zone = page.getByLabel(/time zone/i);
      let at = performance.now();
      const lap = () => {
        const before = at;
        at = performance.now();
        return at - before;
      };
      await page.getByLabel("File").setInputFiles({ name: "grocy.db", mimeType: "", buffer });
      await expect(zone.or(page.getByText("Who is who?"))).toBeVisible({ timeout: 120_000 });
      const read = lap();
      if (await zone.isVisible()) {
        await zone.selectOption("UTC");
        await next.click();
      }
      await next.click();
      await expect(page.getByText("Kept: 20,000 of 20,000 deeds")).toBeVisible({
        timeout: 120_000,
      });
      const previewed = lap();
      await page.getByRole("button", { name: `Add ${CHORES} tasks` }).click();
      await expect(page.getByText("Import done")).toBeVisible({ timeout: 300_000 });
      const sent = lap();
      const longest = await page.evaluate(
        () => (window as unknown as { tasks: { longest: number } }).tasks.longest,
      );
      return table(
        ["20,000 deeds of 40 tasks", "takes"],
        [
          ["from the dropped file to who is who", ms(read)],
          ["to what is kept: all of it is in the database, unseen", ms(previewed)],
          ["until the record has it", ms(sent)],
          ["together (at most 60 s)", ms(read + previewed + sent)],
          ["the page doesn't answer, at the longest", ms(longest)],
        ],
      );
    } finally {
      await context.close();
    }
  },
};
