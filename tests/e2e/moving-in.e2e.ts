import { expect } from "@playwright/test";
import { join, newHousehold } from "../support/households.ts";
import { databaseOf } from "../support/moving/database.ts";
import { newSignedInPerson } from "../support/people.ts";
import { day } from "./chores.ts";
import { section, test } from "./fixtures.ts";
import { item } from "./steps.ts";

/** Another program's database becomes a household's tasks with three years of deeds, in a browser under the page's policy. */

const CHORES = 30;
const WEEKS = 156;

/** The tables that Grocy 4.6 keeps chores in; each is done every week, in turns. */
const grocy = () =>
  databaseOf({
    users: {
      columns: ["id", "username", "first_name", "last_name", "password"],
      rows: [
        [1, "alice", "Alice", "Ames", "hash"],
        [2, "bob", "Bob", null, "hash"],
      ],
    },
    chores: {
      columns: [
        ...["id", "name", "description", "period_type", "period_days", "period_config"],
        ...["track_date_only", "rollover", "assignment_type", "assignment_config"],
        ...["next_execution_assigned_to_user_id", "period_interval", "active", "start_date"],
        "rescheduled_date",
      ],
      rows: Array.from({ length: CHORES }, (_, at) => [
        ...[
          at + 1,
          `Chore ${at + 1}`,
          null,
          "daily",
          null,
          null,
          1,
          0,
          "no-assignment",
          null,
          null,
        ],
        ...[7, 1, `${day(-7 * WEEKS)} 00:00:00`, null],
      ]),
    },
    chores_log: {
      columns: [
        ...["id", "chore_id", "tracked_time", "done_by_user_id", "row_created_timestamp", "undone"],
        ...["undone_timestamp", "skipped", "scheduled_execution_time"],
      ],
      rows: Array.from({ length: CHORES * WEEKS }, (_, at) => {
        const instant = `${day(-7 * (1 + Math.floor(at / CHORES)))} 00:00:00`;
        return [at + 1, 1 + (at % CHORES), instant, 1 + (at % 2), instant, 0, null, 0, null];
      }),
    },
  });

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
  const buffer = Buffer.from(await grocy());
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
