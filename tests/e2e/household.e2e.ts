import { expect, type Page } from "@playwright/test";
import { rpc, succeeded } from "../support/actors.ts";
import { join, newHousehold, personId } from "../support/households.ts";
import { newSignedInPerson } from "../support/people.ts";
import { addChore, day } from "./chores.ts";
import { section, test } from "./fixtures.ts";
import { invitationLink } from "./household-steps.ts";
import { expectToast, item, openTab, pressEscape } from "./steps.ts";

/** A household in several browsers: made, joined by link, ticked in for others, left. */

const household = (page: Page) => page.getByRole("heading", { level: 1, name: "The flat" });

test("catching up asks who did it, and says so on both screens", async ({
  page,
  person,
  openBrowserOf,
}) => {
  const robin = await newSignedInPerson("Robin Roommate");
  const id = await newHousehold(person, "The flat", ["Carol"]);
  await join(person, id, robin);
  await addChore(person, { title: "Plants", start_date: day(-3), household_id: id });
  const robins = await openBrowserOf(robin);
  await openTab(robins, "Today");
  await openTab(page, "Today");
  await page.getByRole("button", { name: /^Catch up Plants/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Several people" }).click();
  await dialog.getByRole("button", { name: "Carol" }).click();
  await dialog.getByRole("button", { name: "You" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expectToast(page, "success", "Caught Up");
  await expect(item(section(page, "Done"), "Plants: 3 days caught up")).toContainText(
    "You and Carol",
  );
  await expect(item(section(robins, "Done"), "Plants: 3 days caught up")).toContainText(
    "Petra Person and Carol",
  );
});

test("a helper ticks and does not edit; a stranger finds no such household", async ({
  page,
  person,
  openBrowserOf,
}) => {
  const [helper, stranger] = await Promise.all([
    newSignedInPerson("Hanna Helper"),
    newSignedInPerson("Sam Stranger"),
  ]);
  const id = await newHousehold(person, "The flat");
  await join(person, id, helper, "helper");
  const bins = await addChore(person, { title: "Bins", household_id: id });
  const helpers = await openBrowserOf(helper);
  await openTab(helpers, "Tasks");
  await expect(helpers.getByRole("button", { name: "See History" })).toBeVisible();
  for (const action of ["Edit", "Delete", "Leave"])
    await expect(helpers.getByRole("button", { name: `${action} Bins` })).toHaveCount(0);
  await helpers.goto(`/household/${id}`);
  await expect(household(helpers)).toBeVisible();
  await expect(helpers.getByRole("button", { name: "Invite" })).toHaveCount(0);
  await expect(helpers.getByRole("button", { name: "More for Petra Person" })).toHaveCount(0);
  await openTab(helpers, "Today");
  await helpers.getByRole("button", { name: "Mark Bins as done" }).click();
  await openTab(page, "Today");
  await expect(item(section(page, "Done"), "Bins")).toContainText("Hanna Helper at");
  succeeded(await rpc(person, "undo_completion", { task_id: bins.id, completed_date: day(0) }));
  await expect(item(section(helpers, "Active"), "Bins")).toBeVisible();
  expect(await personId(person, id, "Hanna Helper")).toBeTruthy();

  const strangers = await openBrowserOf(stranger);
  for (const path of [`/household/${id}`, `/task/${bins.id}`]) {
    await strangers.goto(path);
    await expect(strangers.getByRole("heading", { name: "404" })).toBeVisible();
  }
});

test("a hold asks who did it, by mouse and by touch, and the others see whom it names", async ({
  page,
  person,
  openBrowserOf,
}) => {
  const id = await newHousehold(person, "The flat", ["Carol"]);
  const robin = await newSignedInPerson("Robin Roommate");
  await join(person, id, robin);
  await addChore(person, { title: "Bins", household_id: id });
  await addChore(person, { title: "Mop", household_id: id });
  const robins = await openBrowserOf(robin);
  await openTab(robins, "Today");
  await openTab(page, "Today");

  await page.getByRole("button", { name: "Mark Bins as done" }).hover();
  await page.mouse.down();
  await expect(page.getByRole("dialog")).toContainText("Who did Bins?");
  await page.mouse.up();
  await page.getByRole("dialog").getByRole("button", { name: "Robin Roommate" }).click();
  await expect(item(section(robins, "Done"), "Bins")).toContainText(/at \d/);
  // The named person objects by undoing it.
  await robins.getByRole("button", { name: "Undo Bins" }).click();
  await expect(item(section(page, "Active"), "Bins")).toBeVisible();

  const finger = await page.context().newCDPSession(page);
  const box = await page.getByRole("button", { name: "Mark Mop as done" }).boundingBox();
  const touchPoints = [{ x: (box?.x ?? 0) + 22, y: (box?.y ?? 0) + 22 }];
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await expect(page.getByRole("dialog")).toContainText("Who did Mop?");
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await pressEscape(page.getByRole("dialog"));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(item(section(page, "Active"), "Mop")).toBeVisible();
});

test("who has no account yet makes one, and is asked whether to join", async ({
  page,
  person,
  openBrowser,
}) => {
  const id = await newHousehold(person, "The flat");
  await page.goto(`/household/${id}`);
  const link = await invitationLink(page);
  const newcomer = await openBrowser();
  await newcomer.goto(link);
  await expect(
    newcomer.getByRole("heading", { name: "Petra Person invites you to The flat" }),
  ).toBeVisible();
  const account = await newSignedInPerson("Nele New");
  // The mail's link opens the app at another address than the invitation did.
  await newcomer.goto("/");
  await newcomer.getByRole("tab", { name: "Sign In" }).click();
  await newcomer.getByLabel("Email").fill(account.email);
  await newcomer.getByLabel("Password", { exact: true }).fill("a password for tests");
  await newcomer.getByRole("button", { name: "Sign In", exact: true }).click();
  await newcomer.getByRole("button", { name: "Join" }).click();
  await expectToast(newcomer, "success", "Welcome");
  await newcomer.goto("/");
  await expect(newcomer.getByRole("tab", { name: "Today" })).toBeVisible();
  await expect(newcomer).toHaveURL(/\/$/);
});
