import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { utcDay } from "../tests/support/actors-tasks.ts";
import { keepSession, newSignedInPerson } from "../tests/support/people.ts";
import { insertTasks } from "./task-insert.ts";

/** The app of somebody with that many tasks due today, all loaded that is loaded ahead. */
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
  // What is loaded ahead when the page is idle.
  await page.waitForLoadState("networkidle");
  return page;
}

/** Nothing moves, and the browser has nothing left to do. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running"),
  );
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })),
  );
}
