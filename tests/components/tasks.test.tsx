import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import LongTasks from "../../src/app/long-tasks.tsx";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import PauseDialog from "../../src/features/tasks/pause-dialog.tsx";
import TasksTab from "../../src/features/tasks/tasks-tab.tsx";
import { day, displayed } from "../support/day.ts";
import { calls, expectSent, hold } from "./network.ts";
import { button, chore, done, field, line, onDays, overdueChore, show, texts } from "./show.tsx";

/** The cards of the Tasks tab. */

const showTasks = (tasks: readonly TaskJson[]) => show(<TasksTab />, { tasks });

test("says that there are no tasks yet", async () => {
  await showTasks([]);
  await expect.element(page.getByText("0 active tasks")).toBeVisible();
  await expect.element(page.getByText("No tasks yet!")).toBeVisible();
  await expect.element(page.getByText("Create your first task to get started.")).toBeVisible();
});

test("groups tasks by category: overdue first, then due today, then by title", async () => {
  const later = { startDate: day(3), category: "Kitchen" };
  await showTasks([
    chore("Defrost", later),
    chore("Bake", later),
    chore("Sweep", { category: "Kitchen" }),
    overdueChore("Wipe", { category: "Kitchen" }),
    chore("Feed the cat", { category: "Animals" }),
  ]);
  await expect.element(page.getByText("5 active tasks")).toBeVisible();
  expect(texts(page.getByRole("heading", { level: 2 }))).toEqual([
    expect.stringMatching(/^Animals\s*1 task$/),
    expect.stringMatching(/^Kitchen\s*4 tasks$/),
  ]);
  const titles = ["Feed the cat", "Wipe", "Sweep", "Bake", "Defrost"];
  expect(texts(page.getByRole("heading", { level: 3 }))).toEqual(titles);
});

test("a card shows all there is to know of a task", async () => {
  const once = { startDate: day(-3), endDate: day(-3) };
  const rule = "RRULE:FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2";
  await showTasks([
    chore("Sweep", {
      subtitle: "Under the table",
      repeatValue: "weekly",
      endDate: day(30),
      isShared: true,
    }),
    chore("Air", { startDate: day(400), repeatValue: "yearly" }),
    chore("Bake", { startDate: day(1), repeatValue: "monthly" }),
    chore("Defrost", { startDate: day(30), repeatValue: "yearly" }),
    chore("Polish", { startDate: day(3) }),
    chore("Mop", { startDate: day(-3), repeatValue: "custom", customRrule: rule }),
    chore("Dust", once),
    chore("Mow", { repeatValue: "custom", afterDone: "P2W", season: [4, 5, 6] }),
    chore("Kitchen", { checklist: ["Sink", "Hob"] }),
  ]);
  const card = (title: string) => page.getByRole("listitem").filter({ hasText: title });
  const shown = [
    ["Sweep", "Under the table"],
    ["Sweep", /Weekly on \w+day/],
    ["Sweep", `Ends ${displayed(day(30))}`],
    ["Sweep", "Shared"],
    ["Sweep", "Next Due: Today"],
    ["Air", "No upcoming due dates"],
    ["Bake", /Monthly.*Next Due: Tomorrow/],
    ["Defrost", `Next Due: ${displayed(day(30))}`],
    ["Polish", "Next Due: In 3 days"],
    ["Dust", "Overdue: 3 days ago"],
    ["Mop", "Monthly on the second Tuesday"],
    ["Mow", /2 weeks after it was done.*Only from April to June/],
    ["Kitchen", "Checklist of 2"],
  ] as const;
  for (const [title, text] of shown) {
    await expect.element(card(title)).toHaveTextContent(text);
  }
  expect(texts(card("Sweep").getByRole("button"))).toEqual(["See History", "", ""]);
  await expect.element(button("See History of Sweep")).toBeVisible();
  await expect.element(button("Edit Sweep")).toBeVisible();
  await expect.element(button("Delete Sweep")).toBeVisible();
});

test("a card has the menu of a row behind the right mouse button and a key, and no fourth button", async () => {
  await showTasks([
    chore("Sweep"),
    chore("Bins", { startDate: day(3), repeatValue: "weekly" }),
    overdueChore("Dust"),
  ]);
  const card = (title: string) => page.getByRole("listitem").filter({ hasText: title });
  const lines = page.getByRole("menuitem");
  await card("Bins").getByText("Weekly on").click({ button: "right" });
  await expect.element(page.getByRole("menu", { name: /Bins/ })).toBeVisible();
  expect(texts(lines)).toEqual(["Done now", "Put off…"]);
  hold(calls.complete);
  await line("Done now").click();
  await expectSent(calls.complete).toMatchObject([{ completed_date: day(3) }]);
  await expect.element(button("See History of Bins")).toHaveFocus();

  // The browser's own menu opens an address in a new tab.
  const press = new MouseEvent("contextmenu", { bubbles: true, cancelable: true });
  expect(page.getByRole("link", { name: "Sweep" }).element().dispatchEvent(press)).toBe(true);

  (button("Delete Dust").element() as HTMLElement).focus();
  await userEvent.keyboard("p");
  await expect.element(page.getByRole("menu", { name: /Dust/ })).toBeVisible();
  expect(texts(lines)).toEqual([
    ...["Done now", "Done yesterday", "Skip", "Put off to tomorrow", "Put off…"],
  ]);
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  expect(button(/ of Sweep| Sweep/).elements()).toHaveLength(3);
});

test("a pause has its days, and shows those there are, each to be taken back", async () => {
  const dayNumber = (date: string) => Date.parse(date) / 86_400_000;
  const task = chore("Sweep", { pausedDays: [[dayNumber(day(-10)), 3]] });
  await show(<PauseDialog task={taskFromJson(task)} onClosed={() => {}} />, { tasks: [task] });
  const dialog = page.getByRole("dialog", { name: "Pause Sweep" });
  const range = `${displayed(day(-10))} to ${displayed(day(-8))}`;
  await expect.element(dialog.getByText(range)).toBeVisible();

  await field("First day").fill(day(2));
  await button("Pause").click();
  const wrong = "A pause must not end before it begins";
  await expect.element(field("Last day")).toHaveAccessibleErrorMessage(wrong);
  await button(`Resume: ${range}`).click();
  await expect.element(dialog.getByText(range)).not.toBeInTheDocument();
  await field("Last day").fill(day(4));
  await button("Pause").click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a task with a record too long for the list is named below it", async () => {
  const long = chore("Changed often", { cut: true });
  await show(<LongTasks />, { tasks: [chore("Sweep"), long] });
  const left = page.getByRole("region", { name: "Too long for this list" });
  await expect.poll(() => texts(left.getByRole("listitem"))).toEqual(["Changed often"]);
  await expect.element(left.getByRole("link")).toHaveAttribute("href", `/task/${long.id}`);
});

test("a card says until when its task is paused", async () => {
  const from = Date.parse(day(-1)) / 86_400_000;
  await showTasks([overdueChore("Sweep", { pausedDays: [[from + 1, 4]] })]);
  await expect.element(page.getByText(`Paused until ${displayed(day(3))}`)).toBeVisible();
  await expect.element(page.getByText(/Overdue/)).not.toBeInTheDocument();
});

const ONCE = { repeatValue: "custom", customRrule: "RRULE:FREQ=DAILY;COUNT=1" } as const;
const fold = button(/^Finished/);
const titles = () => texts(page.getByRole("heading", { level: 3 }));

test("what is finished stands folded at the end, and is not counted", async () => {
  await showTasks([
    chore("Sweep"),
    chore("Buy a drill", { ...ONCE, startDate: day(-4), ...onDays(day(-4)) }),
    done(chore("Air", { endDate: day(0) })),
    chore("Call the landlord", { ...ONCE, startDate: day(-4) }),
    overdueChore("Wipe"),
  ]);
  await expect.element(page.getByText("3 active tasks")).toBeVisible();
  await expect.element(fold).toHaveTextContent("Finished (2)");
  await expect.element(fold).toHaveAttribute("aria-expanded", "false");
  expect(titles()).toEqual(["Call the landlord", "Wipe", "Sweep"]);
  await fold.click();
  expect(titles().slice(3)).toEqual(["Air", "Buy a drill"]);
  const card = (title: string) => page.getByRole("listitem").filter({ hasText: title });
  await expect.element(card("Buy a drill")).toHaveTextContent(`Done on ${displayed(day(-4))}`);
  await expect.element(card("Air")).toHaveTextContent(`Done on ${displayed(day(0))}`);
  await expect.element(button("Edit Buy a drill")).toBeVisible();
});

test("a search finds what is finished, too, and shows it", async () => {
  await showTasks([
    chore("Sweep"),
    chore("Buy a drill", { ...ONCE, startDate: day(-4), ...onDays(day(-4)) }),
  ]);
  await field("Search tasks").fill("drill");
  await expect.element(page.getByText("1 task found")).toBeVisible();
  await expect.poll(titles).toEqual(["Buy a drill"]);
  await expect.element(page.getByText("1 active task", { exact: true })).toBeVisible();
});

test("on a phone five cards are on the first screen, with controls of 44 px", async () => {
  await page.viewport(390, 844);
  const shared = {
    subtitle: "Under the table, behind the door and along the skirting boards, too",
  };
  await showTasks([
    chore("Sweep the hall", { ...shared, category: "Household", repeatValue: "weekly" }),
    overdueChore("Take out the bins", { category: "Household" }),
    chore("Do the dishes", { category: "Kitchen" }),
    chore("Water the ferns", { category: "Plants", repeatValue: "monthly" }),
    chore("Feed the cat", { category: "Animals" }),
  ]);
  await expect.poll(titles).toHaveLength(5);
  const height = () => {
    const cards = page.getByRole("listitem").elements();
    const [first, last] = [cards[0], cards.at(-1)].map((card) => card?.getBoundingClientRect());
    return (last?.bottom ?? 0) - (first?.top ?? 0);
  };
  // Headings, gaps and cards fit into 560 px. Polled, as they are still moving into place.
  await expect.poll(height).toBeLessThan(560);
  for (const control of page.getByRole("listitem").getByRole("button").elements()) {
    const { width, height } = control.getBoundingClientRect();
    expect(Math.min(width, height), control.outerHTML).toBeGreaterThanOrEqual(44);
  }
  await page.viewport(1280, 720);
});

// domain/tasks/task-search.test.ts tests which texts match which words.
const search = field("Search tasks");
const count = page.getByRole("status").filter({ hasText: /found/ });

async function showThree() {
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
  await showThree();
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
  await showThree();
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
