import { type Page, expect as patientExpect } from "@playwright/test";

/** Pages of a self-hosted server in a browser, which may be slow. */

export const expectPage = patientExpect.configure({ timeout: 20_000 });

/** Makes an account with a printed link, and is signed in at once. */
export async function enterBy(link: string, page: Page, name: string): Promise<Page> {
  await page.goto(link);
  const form = page.getByRole("form", { name: "Sign Up" });
  await form.getByLabel("Full name").fill(`${name} Person`);
  await form.getByLabel("Email").fill(`${name}@example.com`);
  await form.getByLabel("Password", { exact: true }).fill("rota-secret-1");
  await form.getByRole("button", { name: "Sign Up" }).click();
  await expectPage(page.getByRole("tab", { name: "Today" })).toBeVisible();
  return page;
}

/** One adds a task and shares it, the other accepts and ticks it, and the first sees who did it. */
export async function shareDishes(
  anna: Page,
  bob: Page,
  beforeSaving: () => Promise<unknown> = async () => {},
): Promise<void> {
  await anna.getByRole("button", { name: "Add Task" }).first().click();
  await anna.getByLabel("Category *").fill("Kitchen");
  await anna.getByLabel("Title *").fill("Dishes");
  await anna.getByText("Shared", { exact: true }).click();
  await anna.getByLabel("Share with email").fill("bob@example.com");
  await anna.keyboard.press("Enter");
  await beforeSaving();
  await anna.getByRole("button", { name: "Save Task" }).click();
  await bob.getByRole("button", { name: /^Accept/ }).click();
  await bob.getByRole("button", { name: "Mark Dishes as done" }).click();
  const done = anna.getByRole("region", { name: "Done" }).getByRole("listitem");
  await expectPage(done).toContainText("Dishes");
  await expectPage(done).toContainText("bob Person");
}
