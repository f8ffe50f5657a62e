import { describe, expect, test } from "vitest";
import { daySet, sampleTask } from "./sample-task.ts";
import { allTasks, categoriesOf } from "./task-groups.ts";

const TODAY = "2026-11-21";

describe("spec §2: the Tasks tab", () => {
  test("within a category: overdue first, then due today, then by title", () => {
    const future = { startDate: "2026-12-01" };
    const dueToday = { startDate: TODAY };
    const overdue = { startDate: "2026-11-20" };
    const tasks = [
      sampleTask({ id: "1", title: "Apples", ...future }),
      sampleTask({ id: "2", title: "Bread", ...dueToday }),
      sampleTask({ id: "3", title: "Cheese", ...overdue }),
      sampleTask({ id: "4", title: "Dates", ...overdue, completedDays: daySet("2026-11-20") }),
      sampleTask({ id: "5", title: "Eggs", ...dueToday, completedDays: daySet(TODAY) }),
      sampleTask({ id: "6", title: "Butter", ...overdue }),
      sampleTask({ id: "7", title: "Zip", category: "A category", ...future }),
    ];
    const groups = allTasks(tasks, TODAY).map(({ category, items }) => [
      category,
      items.map(({ task }) => task.title),
    ]);
    expect(groups).toEqual([
      ["A category", ["Zip"]],
      ["Kitchen", ["Butter", "Cheese", "Bread", "Dates", "Apples", "Eggs"]],
    ]);
  });
});

test("spec §2: categories are the distinct non-empty ones, alphabetical", () => {
  const tasks = ["Work", "garden", "", "Work", " ", "Attic"].map((category) =>
    sampleTask({ category }),
  );
  expect(categoriesOf(tasks)).toEqual(["Attic", "garden", "Work"]);
});
