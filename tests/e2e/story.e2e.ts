import { expect } from "@playwright/test";
import { newSignedInPerson, signIn } from "../support/people.ts";
import { newAddress, section, signUp, test } from "./fixtures.ts";
import { openTab } from "./steps.ts";

/** The product's main job, by two people in two browsers (issue: the whole path). */
test("one adds and shares, the other ticks it off", {
  tag: "@first",
}, async ({ page, openBrowserOf }) => {
  const anna = { name: "Anna", email: newAddress("anna"), password: "correct horse 9" };
  const title = "Water the ferns";
  const bob = await newSignedInPerson("Bob");

  await test.step("Anna signs up and follows the link in the mail", async () => {
    await signUp(page, anna);
    await signInIfAsked();
    await expect(page.getByText("No tasks for today!")).toBeVisible();
  });

  const bobsPage = await openBrowserOf(bob);
  await test.step("Bob is signed in, in a browser of his own", () => openTab(bobsPage, "Today"));

  await test.step("Anna adds a daily task and shares it with Bob", async () => {
    await page.getByRole("button", { name: "Add Task" }).first().click();
    await expect(page.getByRole("heading", { name: "Task Entry" })).toBeVisible();
    await page.getByLabel("Category *").fill("Plants");
    await page.getByLabel("Title *").fill(title);
    await page.getByLabel("Notes").fill("The ones by the window");
    await expect(page.getByLabel("Start date")).not.toHaveValue("");
    await page.getByLabel("Shared").check();
    await page.getByLabel("Share with email").fill(bob.email);
    await page.getByRole("button", { name: "Save Task" }).click();
    await expect(page.getByText("Task Created")).toBeVisible();
    await expect(section(page, "Active").getByText(title)).toBeVisible();
    await expect(section(page, "Active").getByText("The ones by the window")).toBeVisible();
  });

  await test.step("Bob is asked without a reload, sees nothing of it yet, and accepts", async () => {
    const card = bobsPage.getByRole("region", {
      name: "Anna wants to share 1 task with you",
    });
    await expect(card).toBeVisible();
    await expect(bobsPage.getByTestId("announcer")).toHaveText(
      "Anna wants to share 1 task with you",
    );
    await expect(bobsPage.getByText(title)).toHaveCount(0);
    await card.getByRole("button", { name: "Accept" }).click();
    await expect(card).toBeHidden();
    await expect(bobsPage.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(section(bobsPage, "Active").getByText(title)).toBeVisible();
  });

  await test.step("Anna marks it done and undoes it", async () => {
    await page.getByRole("button", { name: `Mark ${title} as done` }).click();
    await expect(section(page, "Done").getByText(title)).toBeVisible();
    await expect(section(bobsPage, "Done").getByText(title)).toBeVisible();
    await page.getByRole("button", { name: `Undo ${title}` }).click();
    await expect(section(page, "Active").getByText(title)).toBeVisible();
    await expect(section(bobsPage, "Active").getByText(title)).toBeVisible();
  });

  await test.step("Bob marks it done, and Anna sees who did it and when", async () => {
    await bobsPage.getByRole("button", { name: `Mark ${title} as done` }).click();
    const row = section(page, "Done").getByRole("listitem").filter({ hasText: title });
    await expect(row).toContainText("Bob");
    await expect(row).toContainText(/at \d{1,2}:\d\d [AP]M/);
  });

  /** Following the link may already sign in; the form is there when it does not. */
  async function signInIfAsked() {
    const today = page.getByRole("tab", { name: "Today" });
    const form = page.getByRole("tab", { name: "Sign In" });
    await expect(today.or(form).first()).toBeVisible();
    if (await form.isVisible()) await signIn(page, anna.email, anna.password);
  }
});
