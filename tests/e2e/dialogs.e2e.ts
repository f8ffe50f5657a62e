import { expect, type Locator, type Page } from "@playwright/test";
import { newFriend, type SignedInPerson } from "../support/people.ts";
import { addChore } from "./chores.ts";
import { test } from "./fixtures.ts";
import { motionEnds, openEditor, openNewTask, openTab } from "./steps.ts";

/** Every dialog opens at the first click on a fresh page, stays, and gives the focus back. */

interface Dialog {
  readonly name: string;
  readonly opener: (page: Page) => Locator;
  /** a click unless said otherwise */
  readonly open?: (opener: Locator) => Promise<unknown>;
}

/** A dialog of somebody who is signed in. */
interface PersonsDialog extends Dialog {
  readonly opened: string;
  /** Loads the page and goes to where the dialog is opened. */
  readonly go: (page: Page, person: SignedInPerson) => Promise<void>;
}

const button = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true });

async function goToTasks(page: Page, person: SignedInPerson) {
  await addChore(person, { title: "Sweep" });
  await openTab(page, "Tasks");
}

const dialogs: readonly PersonsDialog[] = [
  {
    opened: "by See History",
    name: "Task History: Sweep",
    opener: button("See History"),
    go: goToTasks,
  },
  { opened: "by Delete", name: "Delete Task", opener: button("Delete Sweep"), go: goToTasks },
  {
    opened: "by Leave",
    name: "Leave Task",
    opener: button("Leave Sweep"),
    go: async (page, person) => {
      const owner = await newFriend(person, "Olga Owner");
      await addChore(owner, { title: "Sweep", share_with: [person.email] });
      await openTab(page, "Tasks");
    },
  },
  {
    opened: "by Cancel in a changed editor",
    name: "Discard your changes?",
    opener: button("Cancel"),
    go: async (page, person) => {
      await addChore(person, { title: "Sweep" });
      await openEditor(page, "Sweep");
      await page.getByLabel("Title *").fill("Mop");
    },
  },
  {
    opened: "by the choice of a custom rule",
    name: "Custom Recurrence",
    opener: (page) => page.getByLabel("Repeat"),
    open: async (opener) => {
      await opener.focus();
      await opener.selectOption("custom");
    },
    go: async (page) => {
      await openTab(page, "Tasks");
      await openNewTask(page);
    },
  },
  {
    opened: "by Change rule",
    name: "Custom Recurrence",
    opener: button("Change rule"),
    go: async (page, person) => {
      const custom_rrule = "RRULE:FREQ=DAILY;INTERVAL=2";
      await addChore(person, { title: "Sweep", repeat_value: "custom", custom_rrule });
      await openEditor(page, "Sweep");
    },
  },
];

/**
 * Resolves when nothing is going on any more: three frames, each with idle time after it, and the
 * end of every animation. A dialog that something closes again has begun to leave by then.
 */
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
  // Its file is there by now: React mounts it in another way.
  await opensAndCloses(page, dialog);
}

test("the dialog opened by Forgot Password? stays until Escape", async ({ page }) => {
  const opener = button("Forgot Password?");
  await page.goto("/");
  await opensTwice(page, { name: "Reset your password", opener });
});

for (const dialog of dialogs) {
  test(`the dialog opened ${dialog.opened} stays until Escape`, async ({ page, person }) => {
    await dialog.go(page, person);
    await opensTwice(page, dialog);
  });
}
