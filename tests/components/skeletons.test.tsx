import { expect, test } from "vitest";
import { page } from "vitest/browser";
import TasksTab from "../../src/features/tasks/tasks-tab.tsx";
import { TodayTab } from "../../src/features/today/today-tab.tsx";
import { answer, calls } from "./network.ts";
import { chore, listOf, showBeforeList } from "./show.tsx";

/** Skeletons have the shape of their lists, so that nothing moves when those arrive. */

/** Its distance from the screen's heading, in whole pixels. */
function placeOf(selector: string): number {
  const top = (one: string) => document.querySelector(one)?.getBoundingClientRect().top ?? 0;
  return Math.round(top(selector) - top("h1"));
}

const screens = [
  ["Today", () => <TodayTab />, "[data-section] h2"],
  ["Tasks", () => <TasksTab />, ".category-heading"],
] as const;

test.each(
  screens.flatMap((screen) => [390, 820, 1280].map((width) => [...screen, width] as const)),
)("%s stands still when its list comes", async (_, Screen, heading, width) => {
  await page.viewport(width, 844);
  await showBeforeList(<Screen />);
  await expect.element(page.getByText("Loading...")).toBeInTheDocument();
  const before = [placeOf("[data-part=section]"), placeOf("[data-part=card]")];
  answer(calls.list, 200, listOf({ tasks: [chore("Sweep"), chore("Mop")] }));
  await expect.element(page.getByText("Sweep")).toBeVisible();
  const after = [placeOf(heading), placeOf(".card")];
  expect(after).toEqual(before);
});
