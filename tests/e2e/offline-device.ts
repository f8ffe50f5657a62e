import { type BrowserContext, expect, type Page } from "@playwright/test";
import { appUrl } from "../support/environment.ts";
import type { LastingBrowser } from "../support/killed-browser.ts";
import type { SignedInPerson } from "../support/people.ts";
import { isKept } from "./offline-steps.ts";

/** Signs a person in on a device, stores the app and their list there, and closes the browser properly. */
export async function prepareDevice(
  device: LastingBrowser,
  { session }: SignedInPerson,
): Promise<void> {
  const page = await (await device.start()).newPage();
  await page.addInitScript(
    (text) => localStorage.setItem("rota.session", text),
    JSON.stringify(session),
  );
  await page.goto(appUrl());
  await expect(page.getByRole("button", { name: /^Mark / }).first()).toBeVisible();
  // Leaving the page stores the list; unlike another site, a reload waits for that.
  await isKept(page);
  await expect.poll(() => page.evaluate(keptFor)).toBe(session.user.id);
  await device.close();
}

/** Runs in the page: the id of the user whose list is stored. */
function keptFor(): unknown {
  const [key = ""] = Object.keys(localStorage).filter((name) => name.startsWith("rota.task-list."));
  return JSON.parse(localStorage.getItem(key) ?? "{}").userId;
}

export async function openOffline(context: BrowserContext): Promise<Page> {
  await context.setOffline(true);
  const page = await context.newPage();
  await page.goto(appUrl());
  return page;
}
