import { expect, type Page } from "@playwright/test";
import { formatDate } from "../../src/domain/dates/format-date.ts";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import { rpc, succeeded } from "../support/actors.ts";
import { join, newDisplay, newHousehold } from "../support/households.ts";
import { newSignedInPerson } from "../support/people.ts";
import { addChore, complete, day } from "./chores.ts";
import { answerWho, labelAddress, newDisplayAddress } from "./display-steps.ts";
import { CUT_NETWORK, REFUSED, section, test } from "./fixtures.ts";
import { expectToast, item, openTab } from "./steps.ts";

/** The tablet in the kitchen and printed labels, beside browsers of people with accounts. */

const part = (page: Page, name: "Today" | "Overdue" | "Done") =>
  page.getByRole("region", { name: new RegExp(`^${name}`) });

test("a display asks who, and ends", {
  tag: "@first",
}, async ({ page, person, openBrowser, expectErrors }) => {
  expectErrors(REFUSED(404));
  const id = await newHousehold(person, "The flat", ["Carol"]);
  const bins = await addChore(person, { title: "Bins", household_id: id });
  await addChore(person, { title: "Plants", start_date: day(-3), household_id: id });
  const once = { start_date: day(-30), end_date: day(-30), household_id: id };
  await addChore(person, { title: "Windows", ...once });
  await page.goto(`/household/${id}`);
  const address = await newDisplayAddress(page);
  await page.keyboard.press("Escape");
  const tablet = await openBrowser({ viewport: { width: 1280, height: 800 } });
  await tablet.goto(address);
  await expect(tablet.getByRole("heading", { level: 1, name: "The flat" })).toBeVisible();
  await expect(part(tablet, "Overdue")).toContainText("3 missed, latest yesterday");
  await expect(part(tablet, "Overdue")).toContainText(
    `Overdue: ${formatDate(day(-30), US_ENGLISH)}`,
  );
  const row = part(tablet, "Today").getByRole("button", { name: "Bins" });
  expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(64);

  await openTab(page, "Today");
  await row.click();
  await answerWho(tablet, "Carol", "Petra Person");
  await expect(part(tablet, "Done")).toContainText("Petra Person and Carol");
  await expect(item(section(page, "Done"), "Bins")).toContainText(
    /, on the tablet “.?Kitchen tablet.?”/,
  );

  await tablet.getByRole("button", { name: "Undo Bins" }).click();
  await expect(item(section(page, "Active"), "Bins")).toBeVisible();
  await expect(row).toBeVisible();

  // A deed from somebody's account appears at once, and the tablet can't undo it.
  await complete(person, bins);
  await expect(part(tablet, "Done")).toContainText("Bins");
  await expect(tablet.getByRole("button", { name: "Undo Bins" })).toHaveCount(0);

  await page.goto(`/household/${id}/tablet`);
  await page.getByRole("button", { name: "Disconnect Kitchen tablet" }).click();
  await expectToast(page, "success", "Tablet disconnected");
  await expect(tablet.getByText("This link no longer works")).toBeVisible();
  await tablet.reload();
  await expect(tablet.getByText("This link no longer works")).toBeVisible();
});

test("a display says that it isn't connected", async ({ person, openBrowser, expectErrors }) => {
  expectErrors(CUT_NETWORK);
  const id = await newHousehold(person, "The flat");
  const bins = await addChore(person, { title: "Bins", household_id: id });
  const tablet = await openBrowser();
  await tablet.goto(`/display#${await newDisplay(person, id)}`);
  await expect(part(tablet, "Today")).toContainText("Bins");
  await tablet.context().setOffline(true);
  await expect(tablet.getByText(/^Not connected/)).toBeVisible();
  await complete(person, bins);
  await tablet.context().setOffline(false);
  await expect(part(tablet, "Done")).toContainText("Petra Person");
  await expect(tablet.getByText(/^Not connected/)).toHaveCount(0);
});

test("a display shows a restored household by itself", async ({ page, person, expectErrors }) => {
  expectErrors(REFUSED(404));
  const household_id = await newHousehold(person, "The flat");
  await addChore(person, { title: "Bins", household_id });
  const address = `/display#${await newDisplay(person, household_id)}`;
  succeeded(await rpc(person, "delete_household", { household_id, name: "The flat" }));
  await page.clock.install();
  await page.goto(address);
  await expect(page.getByText("This link no longer works")).toBeVisible();
  succeeded(await rpc(person, "restore_household", { household_id }));
  await page.clock.fastForward(10 * 60_000);
  await expect(part(page, "Today")).toContainText("Bins");
});

test("a display is nobody's account, and keeps out of sight at night", async ({ page, person }) => {
  const id = await newHousehold(person, "The flat", ["Carol"]);
  await addChore(person, { title: "Bins", household_id: id });
  await addChore(person, { title: "My own", category: "Private" });
  // It is noon.
  await page.clock.install({ time: Date.now() + 11 * 3_600_000 });
  await page.goto(`/display#${await newDisplay(person, id)}`);
  const row = part(page, "Today").getByRole("button", { name: "Bins" });
  await expect(row).toBeVisible();
  await expect(page.getByText("My own")).toHaveCount(0);
  const night = page.getByTestId("night");
  await expect(night).toBeVisible();
  // The tap that wakes it has no other effect.
  await page.mouse.click(200, 200);
  await expect(night).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.clock.runFor(61_000);
  await expect(night).toBeVisible();
});

test("a label is scanned and ticked by name", async ({
  page,
  person,
  openBrowser,
  openBrowserOf,
  expectErrors,
}) => {
  expectErrors(REFUSED(404));
  const robin = await newSignedInPerson("Robin Roommate");
  const id = await newHousehold(person, "The flat", ["Carol"]);
  await join(person, id, robin);
  const bins = await addChore(person, { title: "Bins", household_id: id });
  await addChore(person, { title: "Rent", start_date: day(2), household_id: id });
  await page.goto(`/household/${id}`);
  const rent = await labelAddress(page, "Rent");
  // The task's page has the same label.
  await page.goto(`/task/${bins.id}`);
  await page.getByRole("button", { name: "Print label" }).click();
  const labels = page.getByRole("list", { name: "Labels" }).getByRole("listitem");
  await expect(labels).toHaveText([/^Bins/]);
  await page.goto(`/household/${id}`);
  const address = await labelAddress(page, "Bins");

  await openTab(page, "Today");
  const phone = await openBrowser();
  await phone.goto(address);
  const choices = phone.getByRole("list", { name: "Done, as" }).getByRole("listitem");
  await expect(choices).toHaveText([/Petra Person$/, /Carol$/, /Robin Roommate$/]);
  await expect(item(section(page, "Active"), "Bins")).toBeVisible();
  await phone.getByRole("button", { name: "Done, as Carol" }).click();
  await expect(phone.getByText(/^Done today by Carol at/)).toBeFocused();
  await expect(item(section(page, "Done"), "Bins")).toContainText("Carol, by its label");

  // The signed-in person comes first.
  const robins = await openBrowserOf(robin);
  await robins.goto(address);
  await expect(robins.getByText(/^Done today by Carol at/)).toBeVisible();
  await phone.getByRole("button", { name: "Undo Bins" }).click();
  await expect(phone.getByText("Taken back. It is open again.")).toBeFocused();
  await robins.reload();
  const first = robins.getByRole("list", { name: "Done, as" }).getByRole("listitem").first();
  await expect(first).toHaveText(/Done, as Robin Roommate \(you\)/);

  await phone.goto(rent);
  await expect(phone.getByText(/^Not due; next on /)).toBeVisible();
  succeeded(await rpc(person, "renew_labels", { household_id: id }));
  await phone.reload();
  await expect(phone.getByText("This link no longer works")).toBeVisible();
});
