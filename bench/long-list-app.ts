import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { utcDay } from "../tests/support/actors-tasks.ts";
import { keepSession, newSignedInPerson } from "../tests/support/people.ts";
import { insertTasks } from "./task-insert.ts";

/** The app of a person with so many tasks due today, after all prefetching. */
export async function openLongList(browser: Browser, appUrl: string, count: number): Promise<Page> {
  const person = await newSignedInPerson("Dora");
  const startDate = await utcDay(0);
  const tasks = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    category: `Category ${index % 5}`,
    title: `Chore ${index}`,
    startDate,
    repeatValue: "daily" as const,
  }));
  await insertTasks(
    person.id,
    tasks.map((task) => ({ task, completed: [] })),
  );
  const context = await browser.newContext({ baseURL: appUrl });
  const page = await context.newPage();
  await keepSession(page, person.session);
  await page.goto("/");
  await page.getByText(`You have ${count} tasks for today`).waitFor();
  // Prefetched when the page is idle.
  await page.waitForLoadState("networkidle");
  return page;
}

/** Waits until nothing moves and the browser is idle. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running"),
  );
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })),
  );
}
