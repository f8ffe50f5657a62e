import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import Week from "../../src/app/week.tsx";
import { toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { taskFromJson } from "../../src/domain/tasks/task-json.ts";
import HistoryDialog from "../../src/features/history/history-dialog.tsx";
import { TodayTab } from "../../src/features/today/today-tab.tsx";
import { day, displayed } from "../support/day.ts";
import { button, chore, onDays, show, texts } from "./show.tsx";

/** Chores with a backlog of centuries, as after a mistyped year; and the days after today. */

const formatted = (count: number) => count.toLocaleString("en-US");
const overdue = page.getByRole("region", { name: "Overdue" });
const said = page.getByTestId("announcer");
const rowsOf = (title: string) =>
  overdue
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: new RegExp(`${title} as done for`) }) });
const earlierOf = (title: string) => button(new RegExp(`^and [\\d,]+ earlier days of ${title}$`));
const shownTasks = (count: number) =>
  page.getByText(`You have ${formatted(count)} tasks for today`);

beforeEach(() => page.viewport(1280, 720));

test("Overdue shows the latest days of each chore and opens earlier ones in pages", async () => {
  const start = "1900-01-01";
  /** The number of days missed by a daily chore since then. */
  const missed = toDayNumber(day(0)) - toDayNumber(start);
  await show(<TodayTab />, {
    tasks: [chore("Sweep", { startDate: start }), chore("Mop", { startDate: day(-40) })],
  });
  // Both are due today, too.
  await expect.element(shownTasks(2)).toBeVisible();
  await button("Earlier: 2 tasks").click();
  await expect.element(shownTasks(4)).toBeVisible();
  await expect.element(overdue.getByRole("heading", { level: 3 })).toHaveTextContent(/Home\s*2$/);
  await expect
    .element(overdue.getByRole("listitem").filter({ hasText: "Sweep" }))
    .toHaveTextContent(`${formatted(missed)} missed`);
  expect(rowsOf("Sweep").elements()).toHaveLength(0);
  await button(/missed.*: days of Sweep/).click();
  const mops = button(/missed.*: days of Mop/);
  await expect.element(mops).toHaveAttribute("aria-expanded", "false");
  await mops.click();
  await expect.element(mops).toHaveAttribute("aria-expanded", "true");
  await expect
    .poll(() => texts(rowsOf("Sweep")))
    .toEqual([
      expect.stringContaining("Yesterday"),
      ...[2, 3, 4, 5].map((ago) => expect.stringContaining(`${ago} days ago`)),
    ]);
  await expect
    .element(earlierOf("Sweep"))
    .toHaveTextContent(`and ${formatted(missed - 5)} earlier`);
  await expect.element(earlierOf("Mop")).toHaveTextContent("and 35 earlier");

  (earlierOf("Mop").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => rowsOf("Mop").elements()).toHaveLength(35);
  await expect.element(earlierOf("Mop")).toHaveTextContent("and 5 earlier");
  await expect.element(said).toHaveTextContent("30 earlier days of Mop shown, 5 more");
  // The focus is where reading continues, and another Enter there does nothing.
  await expect.element(rowsOf("Mop").nth(5)).toHaveFocus();
  await userEvent.tab();
  await expect.element(button(`Mark Mop as done for ${displayed(day(-6))}`)).toHaveFocus();

  await earlierOf("Mop").click();
  await expect.poll(() => rowsOf("Mop").elements()).toHaveLength(40);
  await expect.element(earlierOf("Mop")).not.toBeInTheDocument();
  await expect.element(said).toHaveTextContent("5 earlier days of Mop shown, 0 more");
  await expect.element(rowsOf("Mop").nth(35)).toHaveFocus();
  expect(rowsOf("Sweep").elements()).toHaveLength(5);
  await mops.click();
  await expect.poll(() => rowsOf("Mop").elements()).toHaveLength(0);

  await button(`Mark Sweep as done for ${displayed(day(-1))}`).click();
  // A task counts once, however many of its days are open.
  await expect.element(shownTasks(4)).toBeVisible();
  // The next one comes up while the one that was done is still there, with Undo.
  await expect.poll(() => rowsOf("Sweep").elements()).toHaveLength(5);
  await expect
    .element(earlierOf("Sweep"))
    .toHaveTextContent(`and ${formatted(missed - 6)} earlier`);
  await button(`Undo Sweep for ${displayed(day(-1))}`)
    .first()
    .click();
  await expect
    .element(earlierOf("Sweep"))
    .toHaveTextContent(`and ${formatted(missed - 5)} earlier`);
});

test("a completion on a day that is no occurrence is in the history, and nowhere on Today", async () => {
  const task = chore("Sweep", {
    startDate: day(-8),
    repeatValue: "weekly",
    ...onDays(day(-2), day(0)),
  });
  await show(<TodayTab />, { tasks: [task] });
  await expect.element(page.getByText("You have 1 task for today")).toBeVisible();
  expect(overdue.getByRole("listitem").elements()).toHaveLength(1);
  await expect.element(button("2 missed, latest yesterday: days of Sweep")).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Done" })).not.toBeInTheDocument();
  await show(<HistoryDialog task={taskFromJson(task)} onClosed={() => {}} />, { tasks: [task] });
  await expect.element(page.getByRole("dialog")).toBeVisible();
  const today = document.querySelector<HTMLElement>("[role=dialog] [aria-current=date]");
  expect(today?.dataset.status).toBe("completed");
});

test("the next seven days stand beside Today, or above it as a strip", async () => {
  const tasks = [
    chore("Vitamins"),
    chore("Sweep", { endDate: day(3) }),
    ...Array.from({ length: 41 }, (_, index) =>
      chore(`Chore ${index + 10}`, { startDate: day(2), endDate: day(2) }),
    ),
  ];
  await show(<Week />, { tasks });
  const week = page.getByRole("complementary", { name: "Next seven days" });
  await expect.element(week).toBeInTheDocument();
  const rows = week.getByRole("row");
  await expect.poll(() => rows.elements().length).toBe(41);
  await expect.element(week).toHaveTextContent("and 3 more");
  const due = week.getByRole("row", { name: /Chore 10/ }).getByRole("img", { name: "due" });
  expect(due.elements()).toHaveLength(1);

  await page.viewport(390, 844);
  const strip = page.getByRole("region", { name: "Next seven days" });
  const dayButtons = () => strip.getByRole("button").elements() as HTMLElement[];
  await expect.poll(() => dayButtons().length).toBe(7);
  const named = dayButtons().map(({ ariaLabel }) => ariaLabel?.match(/: (\d+) due$/)?.[1]);
  expect(named).toEqual(["2", "43", "2", "1", "1", "1", "1"]);
  const link = strip.getByRole("link", { name: "Sweep" });
  await expect.element(link).not.toBeInTheDocument();
  dayButtons()[0]?.click();
  await expect.element(link).toHaveAttribute("href", `/task/${tasks[1]?.id}`);
  // Another day replaces it, and the same day closes it.
  dayButtons()[3]?.click();
  await expect.element(link).not.toBeInTheDocument();
  await expect.element(strip.getByRole("link", { name: "Vitamins" })).toBeVisible();
  dayButtons()[3]?.click();
  await expect.element(strip.getByRole("link")).not.toBeInTheDocument();
});
