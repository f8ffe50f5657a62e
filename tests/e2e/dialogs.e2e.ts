import { expect, type Locator, type Page } from "@playwright/test";
import { newFriend } from "../support/people.ts";
import { addChore } from "./chores.ts";
import { test } from "./fixtures.ts";
import { hold, item, motionEnds, openEditor, openNewTask, openTab, pressEscape } from "./steps.ts";

/** Every dialog opens at the first click, which loads its file, stays open, and returns the focus. */

interface Dialog {
  readonly name: string;
  readonly opener: (page: Page) => Locator;
  /** by default a click */
  readonly open?: (opener: Locator) => Promise<unknown>;
}

const button = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true });

/** Three frames, each with idle time, and the end of every animation: what closes has begun to by then. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestIdleCallback(resolve));
    }
  });
  await motionEnds(page);
}

async function opensAndCloses(page: Page, { name, opener, open }: Dialog): Promise<void> {
  const dialog = page.locator("[role=dialog], [role=alertdialog]").and(page.getByLabel(name));
  const hasFocus = () => dialog.evaluate((node) => node.contains(document.activeElement));
  await (open ? open(opener(page)) : opener(page).click());
  await expect.poll(hasFocus).toBe(true);
  await settle(page);
  await expect(dialog).toHaveAttribute("data-state", "open");
  expect(await hasFocus()).toBe(true);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener(page)).toBeFocused();
}

async function opensTwice(page: Page, dialog: Dialog): Promise<void> {
  await opensAndCloses(page, dialog);
  // Its file is loaded by now: React mounts it in another way.
  await opensAndCloses(page, dialog);
}

test("the dialogs of somebody who is signed in stay until Escape", async ({ page, person }) => {
  const owner = await newFriend(person, "Olga Owner");
  const custom_rrule = "RRULE:FREQ=DAILY;INTERVAL=2";
  await addChore(person, { title: "Sweep", repeat_value: "custom", custom_rrule });
  await addChore(owner, { title: "Mop", share_with: [person.email] });
  const opens = (opened: string, dialog: Dialog) =>
    test.step(`opened by ${opened}`, () => opensTwice(page, dialog));

  const letGo = await hold(page, "**/assets/delete-task-dialog-*.js");
  await openTab(page, "Tasks");
  const history = (each: Page) => item(each, "Sweep").getByRole("button", { name: "See History" });
  await opens("See History", { name: "Task History: Sweep", opener: history });
  await test.step("one whose file is slow says that it is on its way", async () => {
    await button("Delete Sweep")(page).click();
    await expect(page.getByText("Loading...", { exact: true })).toBeVisible();
    letGo();
    await pressEscape(page.getByRole("alertdialog", { name: "Delete Task" }));
    await expect(page.getByRole("alertdialog")).toBeHidden();
  });
  await opens("Delete", { name: "Delete Task", opener: button("Delete Sweep") });
  await opens("Leave", { name: "Leave Task", opener: button("Leave Mop") });

  await openEditor(page, "Sweep");
  await opens("Change rule", { name: "Custom Recurrence", opener: button("Change rule") });
  await page.getByLabel("Title *").fill("Dust");
  const discard = { name: "Discard your changes?", opener: button("Cancel") };
  await opens("Cancel in a changed editor", discard);

  // A fresh page, with the dialog's file cached.
  await page.goto("about:blank");
  await openTab(page, "Tasks");
  await openNewTask(page);
  await opens("the choice of a custom rule", {
    name: "Custom Recurrence",
    opener: (each) => each.getByLabel("Repeat"),
    open: async (opener) => {
      await opener.focus();
      await opener.selectOption("custom");
    },
  });
});
