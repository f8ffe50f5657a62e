import { expect } from "@playwright/test";
import { PASSWORD } from "../support/actors.ts";
import { newFriend } from "../support/people.ts";
import { addChore, complete } from "./chores.ts";
import { section, test } from "./fixtures.ts";
import { expectToast, item, openTab } from "./steps.ts";

/** One browser for two people. */

test("the next account sees and hears nothing of it", {
  tag: "@first",
}, async ({ page, person }) => {
  const robin = await newFriend(person, "Robin Roommate");
  const task = await addChore(person, { title: "Sweep", share_with: [robin.email] });
  await addChore(robin, { title: "Dust" });
  await openTab(page, "About");
  await page.getByRole("button", { name: "Logout" }).click();
  await expectToast(page, "success", "Signed Out");
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain(person.id);

  const stranger = await newFriend(robin, "Stella Stranger");
  const frames: string[] = [];
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => frames.push(String(payload)));
    socket.on("framesent", ({ payload }) => frames.push(String(payload)));
  });
  const panel = page.getByRole("tabpanel", { name: "Sign In" });
  await panel.getByLabel("Email").fill(stranger.email);
  await panel.getByLabel("Password").fill(PASSWORD);
  await panel.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("No tasks for today!")).toBeVisible();
  await expect.poll(() => frames.join()).toContain(`user:${stranger.id}`);

  await complete(robin, task);
  // A later change that reaches the stranger proves that the first one didn't.
  await addChore(robin, { title: "Polish", share_with: [stranger.email] });
  await expect(item(section(page, "Active"), "Polish")).toBeVisible();
  await expect(page.getByText("Sweep")).toHaveCount(0);
  expect(frames.join()).not.toContain(person.id);
  expect(frames.join()).not.toContain(task.id);
});
