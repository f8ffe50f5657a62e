import { expect } from "@playwright/test";
import { newFriend } from "../support/people.ts";
import { addChore } from "./chores.ts";
import { newAddress, test } from "./fixtures.ts";
import { expectToast, item, openEditor, openNewTask, openTab, save, toast } from "./steps.ts";

/** Sharing by e-mail: the addresses of a task and the contacts that are suggested. */

test("addresses are added, kept as contacts, and suggested", async ({ page, person }) => {
  const robin = newAddress("robin");
  await addChore(person, { title: "Sweep" });
  await openEditor(page, "Sweep");
  await page.getByLabel("Shared").check();
  const field = page.getByLabel("Share with email");
  const list = page.getByRole("list", { name: "Shared with" });
  await expect(field).toHaveAttribute("type", "email");

  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(list).toBeHidden();
  await field.fill("robin");
  await field.press("Enter");
  await expect(field).toHaveAccessibleErrorMessage("Invalid email");
  await field.fill(robin);
  await field.press("Enter");
  await expect(list.getByRole("listitem")).toHaveText([robin]);
  // An address that is listed already is ignored.
  await field.fill(robin.toUpperCase());
  await field.press("Enter");
  await expect(field).toHaveValue("");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(toast(page, "Contact added!")).toHaveCount(0);
  await save(page);
  await expectToast(
    page,
    "success",
    "Task Updated",
    `Your task has been updated successfully. Contact added! Shared contact ${robin} was added.`,
  );

  await openNewTask(page);
  await page.getByLabel("Shared").check();
  await field.click();
  await page.getByRole("option", { name: robin }).click();
  await expect(list.getByRole("listitem")).toHaveText([robin]);
  for (const name of ["rasmus", "rosa"]) {
    await field.fill(newAddress(name));
    await field.press("Enter");
  }
  await page.getByLabel("Category *").fill("Home");
  await page.getByLabel("Title *").fill("Mop");
  await save(page);
  const text = "Your task has been created successfully. Contacts added!";
  await expectToast(page, "success", "Task Created", `${text} 2 shared contacts were added.`);
});

test("who is removed from the addresses stops seeing", async ({ page, person, openBrowserOf }) => {
  const robin = await newFriend(person, "Robin Roommate");
  const other = newAddress("other");
  await addChore(person, { title: "Sweep", share_with: [robin.email, other] });
  const robinsPage = await openBrowserOf(robin);
  await openTab(robinsPage, "Tasks");
  await expect(item(robinsPage, "Sweep")).toBeVisible();

  await openEditor(page, "Sweep");
  const list = page.getByRole("list", { name: "Shared with" });
  await expect(list.getByRole("listitem")).toHaveText(
    [other, robin.email].sort().map((email) => `${email} · invitedSend again`),
  );
  await page.getByRole("button", { name: `Remove ${robin.email}` }).click();
  await save(page);
  await expectToast(page, "success", "Task Updated");
  await expect(robinsPage.getByText("No tasks yet!")).toBeVisible();
  await page.getByRole("button", { name: "Edit Sweep" }).click();
  await expect(list.getByRole("listitem")).toHaveText([`${other} · invitedSend again`]);
});

test("turning Shared off asks before it ends shares", async ({ page, person, openBrowserOf }) => {
  const robin = await newFriend(person, "Robin Roommate");
  await addChore(person, { title: "Sweep", share_with: [robin.email, newAddress("other")] });
  await addChore(person, { title: "Mop" });
  const shared = page.getByRole("switch", { name: "Shared" });
  const question = page.getByRole("alertdialog", { name: "Stop sharing?" });
  await openEditor(page, "Mop");
  await shared.click();
  await page.getByLabel("Share with email").fill(robin.email);
  await page.getByLabel("Share with email").press("Enter");
  await shared.click();
  await expect(shared).not.toBeChecked();
  await expect(question).toBeHidden();

  await page.goto("about:blank");
  await openEditor(page, "Sweep");
  await expect(page.getByRole("list", { name: "Shared with" })).toBeVisible();
  await shared.click();
  await expect(question).toContainText("2 people lose this task when you save it.");
  await question.getByRole("button", { name: "Keep sharing" }).click();
  await expect(question).toBeHidden();
  await expect(shared).toBeChecked();
  await expect(shared).toBeFocused();
  await shared.press("Space");
  await question.getByRole("button", { name: "Stop sharing" }).click();
  await expect(shared).not.toBeChecked();

  const robinsPage = await openBrowserOf(robin);
  await openTab(robinsPage, "Tasks");
  await expect(item(robinsPage, "Sweep")).toBeVisible();
  await save(page);
  await expectToast(page, "success", "Task Updated");
  await expect(robinsPage.getByText("No tasks yet!")).toBeVisible();
});
