import { expect } from "@playwright/test";
import { join, newHousehold } from "../support/households.ts";
import { weeklyGrocy } from "../support/moving/weekly-grocy.ts";
import { newSignedInPerson } from "../support/people.ts";
import { day } from "./chores.ts";
import { section, test } from "./fixtures.ts";
import { item } from "./steps.ts";

/** Another program's database becomes a household's tasks with three years of deeds, in a browser under the page's policy. */

const CHORES = 30;
const WEEKS = 156;

test("a file of another program is dropped, and two people go on with it", async ({
  openBrowserOf,
}) => {
  const alice = await newSignedInPerson("Alice Ames");
  const bob = await newSignedInPerson("Bob");
  const household = await newHousehold(alice, "Home");
  await join(alice, household, bob);
  const [hers, his] = [await openBrowserOf(alice), await openBrowserOf(bob)];

  await his.goto("/");
  await hers.goto(`/household/${household}`);
  await hers.getByRole("button", { name: "Import tasks" }).click();
  const buffer = Buffer.from(await weeklyGrocy({ chores: CHORES, weeks: WEEKS, day }));
  await hers.getByLabel("File").setInputFiles({ name: "grocy.db", mimeType: "", buffer });
  const next = hers.getByRole("button", { name: "Continue" });
  const zone = hers.getByLabel(/time zone/i);
  await expect(zone.or(hers.getByText("Who is who?"))).toBeVisible();
  if (await zone.isVisible()) {
    await zone.selectOption("UTC");
    await next.click();
  }
  const kept = `Kept: ${(CHORES * WEEKS).toLocaleString("en")} of ${(CHORES * WEEKS).toLocaleString("en")} deeds of ${CHORES} tasks by 2 people`;
  await expect(hers.getByText(kept)).toBeVisible();
  await next.click();
  await hers.getByRole("button", { name: `Add ${CHORES} tasks` }).click();
  await expect(hers.getByText("Import done")).toBeVisible();

  await expect(his.getByText(/^Alice Ames brought 2,340 deeds in your name since/)).toBeVisible();
  await his.getByRole("button", { name: "Yes, mine" }).click();
  await expect(his.getByText(/brought 2,340 deeds/)).toHaveCount(0);
  await hers.goto("/");
  await hers.getByRole("button", { name: "Mark Chore 1 as done" }).click();
  await expect(item(section(his, "Done"), "Chore 1")).toContainText("Alice Ames");
});
