import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { daySet, sampleTask } from "../../../tests/support/sample-task.ts";
import { allTasks } from "./all-tasks.ts";
import { categoriesOf, tasksInOrder } from "./task-groups.ts";

const TODAY = "2026-11-21";

describe("the Tasks tab", () => {
  test("within a category: overdue first, then due today, then by title; paused, neither", () => {
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
      sampleTask({ id: "8", title: "Ants", ...overdue, pausedDays: daySet(TODAY) }),
      sampleTask({ id: "7", title: "Zip", category: "A category", ...future }),
    ];
    const groups = allTasks(tasks, TODAY).map(({ category, items }) => [
      category,
      items.map(({ task }) => task.title),
    ]);
    expect(groups).toEqual([
      ["A category", ["Zip"]],
      ["Kitchen", ["Butter", "Cheese", "Bread", "Dates", "Ants", "Apples", "Eggs"]],
    ]);
  });
});

test("the order does not depend on the lists seen before", () => {
  const text = fc.constantFrom("Attic", "attic", "Bath", "Étage", "10", "9", "");
  const task = fc.record({
    id: fc.constantFrom("1", "2", "3", "4", "5"),
    category: text,
    title: text,
  });
  const list = fc.uniqueArray(task, { selector: ({ id }) => id });
  const collator = new Intl.Collator("en");
  const alphabetical = (a: string, b: string) => collator.compare(a, b) || (a < b ? -1 : 1);
  fc.assert(
    fc.property(fc.array(list, { minLength: 1, maxLength: 6 }), (lists) => {
      for (const fields of lists) {
        const inOrder = tasksInOrder(fields.map(sampleTask));
        const places = inOrder.map(({ id }) => id);
        expect([...places].sort()).toEqual(fields.map(({ id }) => id).sort());
        for (const [index, after] of inOrder.entries()) {
          const before = inOrder[index - 1];
          if (before === undefined) continue;
          if (before.category !== after.category) {
            expect(alphabetical(before.category, after.category)).toBeLessThan(0);
          } else if (before.title !== after.title) {
            expect(alphabetical(before.title, after.title)).toBeLessThan(0);
          } else expect(before.id < after.id).toBe(true);
        }
      }
    }),
  );
});

test("titles and categories are in the order of their reader's alphabet", () => {
  const tasks = ["Oso", "Ñandú", "Nube"].map((title) => sampleTask({ title, category: title }));
  const spanish = { tag: "es" };
  expect(tasksInOrder(tasks).map(({ title }) => title)).toEqual(["Ñandú", "Nube", "Oso"]);
  for (const inOrder of [
    tasksInOrder(tasks, spanish).map(({ title }) => title),
    allTasks(tasks, TODAY, spanish).map(({ category }) => category),
    categoriesOf(tasks, spanish),
  ]) {
    expect(inOrder).toEqual(["Nube", "Ñandú", "Oso"]);
  }
});

test("categories are the distinct non-empty ones, alphabetical", () => {
  const tasks = ["Work", "garden", "", "Work", " ", "Attic"].map((category) =>
    sampleTask({ category }),
  );
  expect(categoriesOf(tasks)).toEqual(["Attic", "garden", "Work"]);
});
