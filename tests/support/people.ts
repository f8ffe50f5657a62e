import { expect, type Page } from "@playwright/test";

/** The seeded accounts (supabase/seed.sql). */
export const seededPassword = "rota-demo-1";
export const alice = { email: "alice@example.com", name: "Alice" };
export const bob = { email: "bob@example.com", name: "Bob" };

/** Fills and sends the sign-in form; the main view is there when this resolves. */
export async function signIn(page: Page, email: string, password = seededPassword): Promise<void> {
  await page.goto("/");
  const panel = page.getByRole("tabpanel", { name: "Sign In" });
  await panel.getByLabel("Email").fill(email);
  await panel.getByLabel("Password").fill(password);
  await panel.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("tab", { name: "Today" })).toBeVisible();
}
