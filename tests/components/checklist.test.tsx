import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import HistoryDialog from "../../src/features/history/history-dialog.tsx";
import { TaskPage } from "../../src/features/task/task-page.tsx";
import { TodayTab } from "../../src/features/today/today-tab.tsx";
import { day, displayed, fullName } from "../support/day.ts";
import {
  button,
  chore,
  done,
  expectToast,
  field,
  overdueChore,
  save,
  show,
  showEditor,
  texts,
} from "./show.tsx";

/** A task's checklist: in the editor, in the history and on the task's page. */

const CHECKLIST = ["Sink", "Hob", "Floor"];
const kitchen = (changes: Partial<TaskJson> = {}) =>
  chore("Kitchen", { checklist: CHECKLIST, ...changes });
const box = (name: string) => page.getByRole("checkbox", { name, exact: true });
const nothing = () => {};

beforeEach(() => page.viewport(1280, 720));

test("Today says how much of it is done, with its lines; a long one opens to them", async () => {
  const recentChecks = [{ date: day(0), lines: ["Hob"] }];
  await show(<TodayTab />, {
    tasks: [
      kitchen({ recentChecks }),
      chore("Sweep"),
      chore("Cellar", { checklist: [..."1234567"] }),
    ],
  });
  const long = button("0 of 7 lines of Cellar ticked");
  await expect.element(long).toHaveAttribute("aria-expanded", "false");
  await long.click();
  await expect.element(box("7")).not.toBeChecked();
  const toggle = button("1 of 3 lines of Kitchen ticked");
  await expect.element(toggle).toHaveAttribute("aria-expanded", "true");
  const list = page.getByRole("list", { name: "Checklist of Kitchen" });
  expect(texts(list.getByRole("listitem"))).toEqual(CHECKLIST);
  await expect.element(box("Hob")).toBeChecked();
  await box("Sink").click();
  await expect.element(box("Sink")).toBeChecked();
  await expect.element(button("2 of 3 lines of Kitchen ticked")).toBeVisible();
  await box("Hob").click();
  await expect.element(box("Hob")).not.toBeChecked();
  await toggle.click();
  await expect.element(list).not.toBeInTheDocument();
});

test("ticking every line does not tick the task, which may be done with open lines", async () => {
  await show(<TodayTab />, { tasks: [kitchen()] });
  for (const line of CHECKLIST) await box(line).click();
  await expect.element(page.getByText("You have 1 task for today")).toBeVisible();
  await box("Sink").click();
  await button("Mark Kitchen as done").click();
  await expect.element(page.getByText("You're All Done - Congratulations!")).toBeVisible();
  const inDone = page.getByRole("region", { name: "Done" });
  await expect.element(inDone).toHaveTextContent("2 of 3");
});

test("each day has its own ticks", async () => {
  const recentChecks = [{ date: day(-1), lines: ["Hob", "Sink"] }];
  await show(<TodayTab />, {
    tasks: [overdueChore("Kitchen", { checklist: CHECKLIST, recentChecks }), done(kitchen())],
  });
  const late = `2 of 3 lines of Kitchen ticked for ${displayed(day(-1))}`;
  await expect.element(button(late)).toBeVisible();
  await expect.element(button("0 of 3 lines of Kitchen ticked")).toBeVisible();
});

const entry = page.getByRole("region", { name: "Chosen day" });

test("the history has the lines of every day on which it was due", async () => {
  const old = day(-20);
  const days = Array.from({ length: 10 }, (_, index) => day(index - 10));
  const task = kitchen({
    startDate: day(-20),
    recentChecks: days.map((date) => ({ date, lines: ["Sink"] })),
  });
  const record = { events: [], note: "", catchUp: null, checked: [] };
  const records = [day(0), day(-1)].map((date) => ({ task, date, record }));
  await show(<HistoryDialog task={taskFromJson(task)} onClosed={nothing} />, {
    tasks: [task],
    records: [...records, { task, date: old, record: { ...record, checked: ["Hob", "Floor"] } }],
  });
  await expect.element(entry).toHaveTextContent("Checklist: 0 of 3");
  const cell = (date: string) => page.getByRole("button", { name: fullName(date) });
  const open = async (date: string) => {
    if (cell(date).elements().length === 0) await button("Previous month").click();
    await cell(date).click();
  };
  await open(day(-1));
  await expect.element(entry).toHaveTextContent("Checklist: 1 of 3");
  await box("Floor").click();
  await expect.element(entry).toHaveTextContent("Checklist: 2 of 3");
  // Older than the checks in the task's JSON.
  await open(old);
  await expect.element(entry).toHaveTextContent("Checklist: 2 of 3");
  await box("Sink").click();
  await expect.element(entry).toHaveTextContent("Checklist: 3 of 3");
});

const showPage = (task: TaskJson) =>
  show(
    <TaskPage
      task={taskFromJson(task)}
      onPrintLabel={nothing}
      history={null}
      renderDay={() => null}
    />,
  );
const part = page.getByRole("region", { name: "Checklist" });

test("the task's page has the lines, to be ticked when it is due today", async () => {
  await showPage(kitchen({ recentChecks: [{ date: day(0), lines: ["Hob"] }] }));
  await expect.element(part.getByRole("checkbox", { name: "Hob" })).toBeChecked();
  await expect.element(part.getByRole("checkbox", { name: "Sink" })).not.toBeChecked();
});

test("the task's page has the lines, to be read on other days", async () => {
  await showPage(kitchen({ startDate: day(3) }));
  await expect.poll(() => texts(part.getByRole("listitem"))).toEqual(CHECKLIST);
  await expect.element(part.getByRole("checkbox")).not.toBeInTheDocument();
});

const lines = () =>
  page
    .getByRole("textbox", { name: /^(Line \d+|New line)$/ })
    .elements()
    .map((element) => (element as HTMLInputElement).value);

test("lines are added, moved and taken away by keyboard", async () => {
  await showEditor();
  await page.getByText("More options").click();
  await field("New line").click();
  await userEvent.keyboard("Sink{Enter}Hob{Enter}Floor");
  await expect.poll(lines).toEqual(["Sink", "Hob", "Floor", ""]);
  await expect.element(field("Line 3")).toHaveFocus();
  await userEvent.keyboard("{Alt>}{ArrowUp}{ArrowUp}{ArrowUp}{/Alt}");
  await expect.poll(lines).toEqual(["Floor", "Sink", "Hob", ""]);
  await expect.element(field("Line 1")).toHaveFocus();
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}{Enter}Oven");
  await expect.poll(lines).toEqual(["Sink", "Floor", "Oven", "Hob", ""]);
  await userEvent.keyboard("{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}");
  await expect.poll(lines).toEqual(["Sink", "Floor", "Hob", ""]);
  await expect.element(field("Line 2")).toHaveFocus();
});

test("lines are moved and taken away by their buttons, which keep the focus", async () => {
  await showEditor(kitchen());
  await expect.poll(lines).toEqual(["Sink", "Hob", "Floor", ""]);
  await button("Move Hob up").click();
  await expect.poll(lines).toEqual(["Hob", "Sink", "Floor", ""]);
  await expect.element(button("Move Hob up")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(lines).toEqual(["Hob", "Sink", "Floor", ""]);
  await button("Move Sink down").click();
  await expect.element(button("Move Sink down")).toHaveFocus();
  await expect.poll(lines).toEqual(["Hob", "Floor", "Sink", ""]);
  await button("Remove Floor").click();
  await expect.element(button("Remove Sink")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(field("New line")).toHaveFocus();
  await expect.poll(lines).toEqual(["Hob", ""]);
});

test("several lines pasted are several lines", async () => {
  await showEditor(kitchen({ checklist: ["Sink"] }));
  await field("Notes").fill("Hob\n\n  Floor  \nOven");
  await field("Notes").click();
  await userEvent.keyboard("{ControlOrMeta>}a{/ControlOrMeta}");
  await userEvent.copy();
  await field("New line").click();
  await userEvent.paste();
  await expect.poll(lines).toEqual(["Sink", "Hob", "Floor", "Oven", ""]);
  await expect.element(field("Line 4")).toHaveFocus();
});

test("a line that is too long, twice or one too many is said when it is left", async () => {
  await showEditor(kitchen({ checklist: ["Sink", "Hob"] }));
  const leave = () => (document.activeElement as HTMLElement).blur();
  await field("Line 2").fill("x".repeat(101));
  leave();
  const said = (text: string) => page.getByText(text, { exact: true });
  await expect.element(said("A line of a checklist has at most 100 characters")).toBeVisible();
  await expect.element(field("Line 2")).toBeInvalid();
  await expect.element(field("Line 1")).not.toBeInvalid();
  await field("Line 2").fill("Sink ");
  leave();
  await expect.element(said("A checklist has each line once")).toBeVisible();
  await save();
  await expect.element(field("Line 2")).toHaveFocus();
  await expectToast("error", "Validation Error");
  await field("Line 2").fill("Hob");
  await expect.element(said("A checklist has each line once")).not.toBeInTheDocument();
  await save();
  await expect.element(page.getByText("Saving task...")).toBeVisible();
});

test("twenty lines leave no room for another", async () => {
  const checklist = Array.from({ length: 20 }, (_, index) => `Line of ${index}`);
  await showEditor(kitchen({ checklist }));
  await expect.element(field("Line 20")).toBeVisible();
  await expect.element(field("New line")).not.toBeInTheDocument();
});

test("on a narrow phone nothing is wider than the screen", async () => {
  await page.viewport(320, 568);
  await showEditor(kitchen());
  await field("Line 1").click();
  const group = page.getByRole("group", { name: "Checklist" }).element();
  for (const element of group.querySelectorAll("button, input")) {
    if (!element.checkVisibility()) continue;
    const { left, right, height } = element.getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(document.documentElement.clientWidth);
    expect(height).toBeGreaterThanOrEqual(44);
  }
});
