import { expect, type Page } from "@playwright/test";
import { newFriend } from "../support/people.ts";
import { section, test } from "./fixtures.ts";
import { expectToast, item, joinedLive, openNewTask, openTab, save } from "./steps.ts";

/** A checklist shared by two people; components/checklist.test.tsx tests the details. */

const toggle = (page: Page) => page.getByRole("button", { name: / lines of Kitchen ticked$/ });
const box = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });

test("two people tick its lines, and both see both at once; done with open lines", {
  tag: "@first",
}, async ({ page, person, openBrowserOf }) => {
  const robin = await newFriend(person, "Robin Roommate");
  const live = joinedLive(page);
  await openTab(page, "Tasks");
  await live;
  await openNewTask(page);
  await page.getByLabel("Category *").fill("Home");
  await page.getByLabel("Title *").fill("Kitchen");
  await page.getByText("More options").click();
  await page.getByLabel("New line").focus();
  await page.keyboard.type("Sink");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Hob");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Floor");
  await page.getByText("Shared", { exact: true }).click();
  await page.getByLabel("Share with email").fill(robin.email);
  await save(page);
  await expectToast(page, "success", "Task Created");
  await expect(item(page, "Kitchen")).toContainText("Checklist of 3");

  const robinsPage = await openBrowserOf(robin);
  const robinsLive = joinedLive(robinsPage);
  await openTab(robinsPage, "Today");
  await robinsLive;
  await page.getByRole("tab", { name: "Today" }).click();
  await box(robinsPage, "Hob").check();
  await expect(box(page, "Hob")).toBeChecked();
  await box(page, "Sink").check();
  await expect(box(robinsPage, "Sink")).toBeChecked();
  for (const each of [page, robinsPage]) await expect(toggle(each)).toHaveText("2 of 3");
  await box(page, "Hob").uncheck();
  await expect(box(robinsPage, "Hob")).not.toBeChecked();

  await robinsPage.getByRole("button", { name: "Mark Kitchen as done" }).click();
  await expect(item(section(page, "Done"), "Kitchen")).toContainText("1 of 3");
});
