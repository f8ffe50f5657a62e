import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import TasksTab from "../../src/features/tasks/tasks-tab.tsx";
import { chore, field, show, texts } from "./show.tsx";

/** The search on the Tasks tab; task-search.test.ts tests which texts match which words. */

const titles = () => texts(page.getByRole("heading", { level: 3 }));
const search = field("Search tasks");
const count = page.getByRole("status").filter({ hasText: /found/ });

async function showTasks() {
  await show(<TasksTab />, {
    tasks: [
      chore("Café machine", { subtitle: "Descale it with vinegar" }),
      chore("Windows", { category: "Outside", subtitle: "Vinegar and water" }),
      chore("Bins", { category: "Outside" }),
    ],
  });
  await expect.element(page.getByText("3 active tasks")).toBeVisible();
}

test("finds words of title, category and notes, and says how many tasks have them", async () => {
  await showTasks();
  await search.fill("vinegar");
  await expect.element(count).toHaveTextContent("2 tasks found");
  expect(titles()).toEqual(["Café machine", "Windows"]);
  await search.fill("VINEGAR outside");
  await expect.element(count).toHaveTextContent("1 task found");
  expect(titles()).toEqual(["Windows"]);
  await search.fill("cafe");
  await expect.poll(titles).toEqual(["Café machine"]);
  // The heading counts all tasks.
  await expect.element(page.getByText("3 active tasks")).toBeVisible();
});

test("says that nothing was found, and Escape clears the search", async () => {
  await showTasks();
  await search.fill("dragon");
  await expect.element(count).toHaveTextContent("Nothing found for “dragon”");
  expect(titles()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(search).toHaveValue("");
  await expect.element(search).toHaveFocus();
  await expect.poll(titles).toEqual(["Café machine", "Bins", "Windows"]);
  await expect.element(count).not.toBeInTheDocument();
});

test("a field that is asked for takes the focus once, and reports it", async () => {
  let reported = 0;
  const onFocused = () => {
    reported += 1;
  };
  await show(<TasksTab isAsked onFocused={onFocused} />, { tasks: [chore("Bins")] });
  await expect.element(search).toHaveFocus();
  expect(reported).toBe(1);
});
