import { expect } from "@playwright/test";
import { newHousehold } from "../support/households.ts";
import { newSignedInPerson } from "../support/people.ts";
import { addChore } from "./chores.ts";
import { section, test } from "./fixtures.ts";
import { invitationLink } from "./household-steps.ts";
import { expectToast, item, openTab, pressEscape } from "./steps.ts";

/** A real finger on a row, and a link that is followed before there is an account. */

test("a hold by touch asks who did it, and ticks nothing by itself", async ({ page, person }) => {
  const id = await newHousehold(person, "The flat", ["Carol"]);
  await addChore(person, { title: "Mop", household_id: id });
  await openTab(page, "Today");
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

test("a newcomer with a new account is asked to join", async ({ page, person, openBrowser }) => {
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
